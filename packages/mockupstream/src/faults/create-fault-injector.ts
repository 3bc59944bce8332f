import { z } from 'zod'
import type { AnswerDraft } from '../answer/answer-draft.js'
import { headerValue } from '../core/request.js'
import type { Request } from '../core/request.js'
import { badOptions, MockUpstreamInputError } from '../errors.js'
import { parseFaultSpec } from './parse-fault-spec.js'
import type { FaultSpec } from './parse-fault-spec.js'
import { createDraw } from './seeded-draw.js'

/** Applies `fault` to the requests that meet every condition given. The first rule that matches acts. */
export interface FaultRule {
  readonly fault: string
  readonly path?: string | undefined
  /** A header by lower-case name, and its exact value. */
  readonly header?: { readonly name: string; readonly value: string } | undefined
  /** Only the n-th to m-th request that meets the other conditions, counted from 1. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Of the requests left, this share, drawn by seed. */
  readonly share?: number | undefined
}

export interface FaultOptions {
  /** Decides every draw. Default `lat`. */
  readonly seed?: string
  /** Obeys the request header `x-mock-fault`. Default false. */
  readonly allowHeader?: boolean
  readonly rules?: readonly FaultRule[]
}

export interface FaultInjector {
  /** What changes the answer to this request, `null` for nothing, or why its header is not valid. */
  choose(request: Request): ((draft: AnswerDraft) => void) | null | string
  /** How often each fault acted, by name. */
  readonly fired: () => Readonly<Record<string, number>>
  /** Headers seen while they are not allowed. */
  readonly ignored: () => number
}

export const FAULT_HEADER = 'x-mock-fault'

const ruleSchema = z.strictObject({
  fault: z.string(),
  path: z.string().startsWith('/').optional(),
  header: z.strictObject({ name: z.string().min(1).toLowerCase(), value: z.string() }).optional(),
  from: z.int().min(1).optional(),
  to: z.int().min(1).optional(),
  share: z.number().gt(0).max(1).optional(),
})

/**
 * Reads rules from JSON text, a list of `FaultRule`.
 *
 * @throws {MockUpstreamInputError} `LAT_MOCK_BAD_OPTIONS` with every fault of the file; `LAT_MOCK_FAULT_SPEC`
 */
export function parseFaultRules(text: string, source: string): FaultRule[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw badOptions([`${source} is not JSON: ${error instanceof Error ? error.message : String(error)}.`])
  }
  const parsed = z.array(ruleSchema).safeParse(json)
  if (!parsed.success) throw badOptions(parsed.error.issues.map(({ path, message }) => `${source}: ${path.join('.') || 'the file'}: ${message}.`))
  for (const { fault } of parsed.data) parseFaultSpec(fault)
  return parsed.data
}

/** Chooses the faults of each request, by header or rule, and counts those that act. */
export function createFaultInjector({ seed = 'lat', allowHeader = false, rules = [] }: FaultOptions): FaultInjector {
  const parsed = rules.map((rule) => ({ ...rule, spec: parseFaultSpec(rule.fault), met: 0 }))
  const fired: Record<string, number> = {}
  let requests = 0
  let ignored = 0

  function byRule(request: Request): FaultSpec | null {
    const draw = createDraw(`${seed}/rules`, requests)
    for (const rule of parsed) {
      if (rule.path !== undefined && rule.path !== request.path) continue
      if (rule.header !== undefined && headerValue(request.headers, rule.header.name) !== rule.header.value) continue
      rule.met += 1
      if (rule.met < (rule.from ?? 1) || rule.met > (rule.to ?? Number.POSITIVE_INFINITY)) continue
      if (rule.share !== undefined && draw() >= rule.share) continue
      return rule.spec
    }
    return null
  }

  function chooseSpec(request: Request): FaultSpec | null | string {
    const header = headerValue(request.headers, FAULT_HEADER)
    if (header === undefined || !allowHeader) {
      if (header !== undefined) ignored += 1
      return byRule(request)
    }
    try {
      return parseFaultSpec(header)
    } catch (error) {
      if (error instanceof MockUpstreamInputError) return error.message
      throw error
    }
  }

  return {
    choose(request) {
      requests += 1
      const requestNumber = requests
      const spec = chooseSpec(request)
      if (spec === null || typeof spec === 'string') return spec
      return (draft) => {
        spec.apply(draft, request.path, (name) => createDraw(`${seed}/${name}`, requestNumber))
        for (const name of spec.names) fired[name] = (fired[name] ?? 0) + 1
      }
    },
    fired: () => ({ ...fired }),
    ignored: () => ignored,
  }
}
