// Changes every comparison and every numeric literal of src once, in memory, and counts the tests that notice.
//
//   node packages/bands/bench/mutate.mjs [--json] [--only 'PATH:LINE CODE'-REGEXP] [--tests PATH-REGEXP] [--limit N]
//
// Nothing on disk is changed: a plugin hands vitest the changed text of one file per run. No loop in src is without a
// fixed bound, so no changed comparison can hang it.
import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createVitest } from 'vitest/node'

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string', default: '' }, tests: { type: 'string', default: '' }, limit: { type: 'string' } } })
const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = fileURLToPath(new URL('../src', import.meta.url))
const other = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }

/** Places of one file that a mutation changes: `{start, end, from, to}`. */
function places(file, text) {
  if (file.endsWith('.json')) {
    return [...text.matchAll(/(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,\]}])/g)].map(({ 0: from, index }) => ({ start: index, end: index + from.length, from, to: String(Number(from) + 1) }))
  }
  const found = []
  const visit = (node) => {
    if (ts.isBinaryExpression(node) && Object.hasOwn(other, node.operatorToken.getText())) {
      const { operatorToken: token } = node
      found.push({ start: token.getStart(), end: token.getEnd(), from: token.getText(), to: other[token.getText()] })
    }
    if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent)) found.push({ start: node.getStart(), end: node.getEnd(), from: node.getText(), to: `(${node.getText()} + 1)` })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  return found
}

const mutants = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .sort()
  .flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return places(file, text).map((place) => {
      const before = text.slice(0, place.start)
      const lineStart = before.lastIndexOf('\n') + 1
      return { file, line: before.split('\n').length, code: text.slice(lineStart, text.indexOf('\n', place.start)).trim().slice(0, 110), ...place, text: `${before}${place.to}${text.slice(place.end)}` }
    })
  })
  .filter(({ file, line, code }) => new RegExp(options.only).test(`${file}:${line} ${code}`))
  .slice(0, options.limit === undefined ? undefined : Number(options.limit))

let mutant = null
// without the config of the workspace: its projects would not take the plugin over
const conditions = ['@lat/source', 'module', 'node', 'import', 'default']
const vitest = await createVitest(
  'test',
  { config: false, root, watch: false, include: ['packages/bands/test/**/*.test.ts'], reporters: [{ onInit() {} }], pool: 'threads', isolate: false, maxWorkers: 1, fileParallelism: false, testTimeout: 20_000 },
  { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: ['@lat/source'] } }, plugins: [{ name: 'mutant', enforce: 'pre', load: (id) => (mutant !== null && id.split('?')[0] === mutant.file ? mutant.text : null) }] },
)
// The README is run by processes of its own, which read src from the disk.
const specifications = (await vitest.globTestSpecifications(['packages/bands/test'])).filter(({ moduleId }) => !moduleId.endsWith('readme.test.ts') && new RegExp(options.tests).test(moduleId))

/** Runs every test of the package against one changed file, or against none, and counts the tests that fail. */
async function noticed(next) {
  for (const changed of [mutant, next]) if (changed !== null) vitest.invalidateFile(changed.file)
  mutant = next
  const { testModules } = await vitest.runTestSpecifications(specifications, true)
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')]).length
  // A module that no longer loads has no tests left to fail: count what it would have run as one.
  const broken = testModules.filter((module) => module.state() === 'failed' && [...module.children.allTests()].length === 0).length
  return failed + broken
}

const log = (line) => process.stderr.write(`${line}\n`)
const clean = await noticed(null)
if (clean > 0) throw new Error(`${clean} tests fail without any mutation`)

const survivors = []
let killed = 0
for (const [index, mutant] of mutants.entries()) {
  const tests = await noticed(mutant)
  const where = `${relative(root, mutant.file)}:${mutant.line}`
  log(`${index + 1}/${mutants.length} ${tests === 0 ? 'SURVIVED' : `noticed by ${tests}`} ${where} ${mutant.from} -> ${mutant.to} | ${mutant.code}`)
  if (tests === 0) survivors.push({ where, from: mutant.from, to: mutant.to, code: mutant.code })
  else killed += 1
}
await vitest.close()
log(`${mutants.length} mutants, ${killed} noticed, ${survivors.length} survived`)
console.log(JSON.stringify({ name: 'mutate-bands', mutants: mutants.length, noticed: killed, survived: survivors.length, survivors: options.json ? survivors : survivors.map(({ where, from, to }) => `${where} ${from} -> ${to}`) }))
