import { isAbsolute, normalize } from 'node:path'
import { z } from 'zod'
import { SUBJECT_MODES, type Declaration } from './declaration.js'
import { SubjectInputError } from './errors.js'
import { isPlaceholder, PLACEHOLDER_LIST, placeholdersOf } from './placeholders.js'

const template = z.string().superRefine((text, context) => {
  for (const name of placeholdersOf(text)) {
    if (!isPlaceholder(name)) context.addIssue({ code: 'custom', message: `unknown placeholder {${name}}; known are ${PLACEHOLDER_LIST}; write {{${name}}} for the plain text` })
  }
})
const argv = z.array(template)
const variables = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable name has letters, digits and _ only'), template)
const fileName = z.string().refine((name) => name !== '' && !isAbsolute(name) && normalize(name) === name && !name.startsWith('..'), 'a file name is a relative path without ".."')
const joined = (text: unknown) => (Array.isArray(text) && text.every((line) => typeof line === 'string') ? text.map((line) => `${line}\n`).join('') : text)
const fileText = z.preprocess(joined, template)
const files = z.record(fileName, fileText)
const path = template.refine((text) => text.startsWith('/'), 'a path starts with "/"')
const url = template.refine((text) => text.startsWith('http://'), 'a URL here starts with "http://"')
const wholeMs = z.int().min(1)
const difference = z.strictObject({ argv: argv.optional(), files: files.optional(), env: variables.optional() })

const schema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'a name has small letters, digits, "." and "-" only'),
  description: z.string().optional(),
  argv: argv.min(1, 'must name at least the program'),
  env: variables.optional(),
  inheritEnv: z.array(z.string()).optional(),
  files: files.optional(),
  modes: z.partialRecord(z.enum(SUBJECT_MODES as [(typeof SUBJECT_MODES)[number]]), difference).optional(),
  ready: z
    .strictObject({ path: path.optional(), url: url.optional(), line: z.literal(true).optional(), status: z.int().min(100).max(599).optional(), timeoutMs: wholeMs.optional() })
    .superRefine(exactlyOne(['path', 'url', 'line'])),
  identity: z.strictObject({ path: path.optional(), url: url.optional(), field: z.string().min(1) }).superRefine(exactlyOne(['path', 'url'])).optional(),
  request: z.strictObject({ path, headers: z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'not a header name'), template).default({}) }),
  versionArgv: argv.min(1, 'must name at least the program').optional(),
  discardStdout: z.boolean().optional(),
  stopGraceMs: wholeMs.optional(),
}).superRefine(({ ready, discardStdout }, context) => {
  if (ready.line && discardStdout) context.addIssue({ code: 'custom', path: ['discardStdout'], message: 'a ready line needs stdout' })
})

function exactlyOne(names: readonly string[]) {
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => {
    const given = names.filter((name) => value[name] !== undefined)
    if (given.length !== 1) context.addIssue({ code: 'custom', message: `needs exactly one of ${names.join(', ')}, but has ${given.length === 0 ? 'none' : given.join(' and ')}` })
  }
}

/**
 * Reads the declaration of a subject; every fault is reported in one message.
 *
 * @param source file the text comes from, for the message
 * @throws {SubjectInputError} `LAT_SUBJ_DECLARATION`
 * @example
 * parseDeclaration('{"name": "proxy", "argv": ["proxy", "{port}"], "ready": {"line": true}, "request": {"path": "/v1"}}', 'proxy.json').name // 'proxy'
 */
export function parseDeclaration(text: string, source: string): Declaration {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new SubjectInputError('LAT_SUBJ_DECLARATION', `${source} is not JSON: ${(cause as Error).message}`, { cause })
  }

  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data as Declaration
  const faults = parsed.error.issues.map((issue) => {
    // A faulty key is reported as such, with its own faults below.
    const message = issue.code === 'invalid_key' ? issue.issues.map((inner) => inner.message).join('; ') : issue.message
    return `  ${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${message}`
  })
  throw new SubjectInputError('LAT_SUBJ_DECLARATION', [`${source} does not declare a subject; ${faults.length === 1 ? 'one fault' : `${faults.length} faults`}:`, ...faults].join('\n'))
}
