// Changes every comparison and every numeric literal of a package's src once, in memory, and tells which changes no test notices.
//
//   node tools/bench/mutate.mjs PACKAGE [--only 'PATH:LINE CODE'-REGEXP] [--tests PATH-REGEXP] [--skip PATH-REGEXP] [--results FILE] [--limit N] [--json]
//
// Nothing on disk is changed: a plugin hands vitest the changed text of one file per run. A first pass notes which test file
// reaches which place, so that each change meets only those, the quickest first, until one of them fails. Loops of the changed
// file count their turns and throw after too many. Changes come in a fixed shuffled order and are kept in --results as they are
// judged, so that a run may be interrupted and what is done is a fair sample. Tests that start processes read src from the disk: --skip them.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createVitest } from 'vitest/node'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', default: '' }, tests: { type: 'string', default: '' }, skip: { type: 'string', default: '^$' }, results: { type: 'string' }, limit: { type: 'string' } },
})
const name = positionals[0]
if (name === undefined) throw new Error('Name the folder of a package: node tools/bench/mutate.mjs packages/bands')
const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, name, 'src')
const other = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }
const TURNS = 1e9

/** What is to know of one file: places that a mutation changes, and bodies of loops. */
function read(file) {
  const text = readFileSync(file, 'utf8')
  const found = []
  const loops = []
  const add = (token, whole, from, to, isStatic) => {
    const lineStart = text.lastIndexOf('\n', token.start) + 1
    const line = text.slice(0, token.start).split('\n').length
    const code = text.slice(lineStart, (text.indexOf('\n', token.start) + text.length + 1) % (text.length + 1)).trim().slice(0, 110)
    found.push({ file, key: `${relative(root, file)}:${line}:${token.start - lineStart + 1} ${from}`, where: `${relative(root, file)}:${line}`, code, from, to, isStatic, ...token, whole })
  }
  if (file.endsWith('.json')) {
    for (const { 0: from, index } of text.matchAll(/(?<=[:[,]\s*)-?\d+(?:\.\d+)?(?=\s*[,\]}])/g)) add({ start: index, end: index + from.length }, null, from, String(Number(from) + 1), true)
    return { text, found, loops }
  }
  const visit = (node, isStatic) => {
    if (ts.isBinaryExpression(node) && Object.hasOwn(other, node.operatorToken.getText())) {
      const { operatorToken: token } = node
      add({ start: token.getStart(), end: token.getEnd() }, { start: node.getStart(), end: node.getEnd() }, token.getText(), other[token.getText()], isStatic)
    }
    if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent) && node.parent.name !== node) {
      const range = { start: node.getStart(), end: node.getEnd() }
      add(range, range, node.getText(), `(${node.getText()} + 1)`, isStatic)
    }
    if (ts.isIterationStatement(node, false)) loops.push({ start: node.statement.getStart(), end: node.statement.getEnd() })
    ts.forEachChild(node, (child) => visit(child, isStatic && !ts.isFunctionLike(node)))
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true), true)
  return { text, found, loops }
}

/** The text with insertions and replacements `[start, end, text]`, of which those further in come later. */
function edited(text, edits) {
  let result = text
  for (const [start, end, to] of [...edits].sort((a, b) => b[0] - a[0] || b[1] - a[1])) result = `${result.slice(0, start)}${to}${result.slice(end)}`
  return result
}
// counted anew from every load of the file, for a worker outlives a run
const counting = (loops) => [[0, 0, 'globalThis.latTurns = 0; '], ...loops.flatMap(({ start, end }) => [[start, start, `{ if (++globalThis.latTurns > ${TURNS}) throw new Error('endless'); `], [end, end, ' }']])]

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const readFiles = new Map(files.map((file) => [file, read(file)]))
const all = files.flatMap((file) => readFiles.get(file).found)
// a fixed order in which neighbours are far apart
const scatter = (key) => [...key].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261)
const mutants = all
  .filter(({ where, code }) => new RegExp(options.only).test(`${where} ${code}`))
  .sort((a, b) => scatter(a.key) - scatter(b.key) || a.start - b.start)
  .slice(0, options.limit === undefined ? undefined : Number(options.limit))

let changed = new Map()
const vitest = await createVitest(
  'test',
  { root, watch: false, reporters: [{ onInit() {} }], pool: 'threads', isolate: false, maxWorkers: 1, fileParallelism: false, testTimeout: 60_000 },
  { plugins: [{ name: 'mutant', enforce: 'pre', load: (id) => changed.get(id.split('?')[0]) ?? null }] },
)
const specifications = (await vitest.globTestSpecifications([join(name, 'test')])).filter(({ moduleId }) => new RegExp(options.tests).test(moduleId) && !new RegExp(options.skip).test(moduleId))

/** Runs these tests with these texts in place of the files', and says whether any fails. */
async function fails(specs, texts) {
  for (const file of new Set([...changed.keys(), ...texts.keys()])) vitest.invalidateFile(file)
  changed = texts
  const { testModules } = await vitest.runTestSpecifications(specs, true)
  return testModules.some((module) => module.state() === 'failed' || [...module.children.allTests('failed')].length > 0)
}

const log = (line) => process.stderr.write(`${line}\n`)

/** Which places each test file reaches, and how long it takes. */
const directory = mkdtempSync(join(tmpdir(), 'mutate-'))
const reached = []
try {
  const noting = new Map(
    files.filter((file) => file.endsWith('.ts')).map((file) => {
      const { text, found } = readFiles.get(file)
      return [file, edited(text, found.flatMap((place) => [[place.whole.start, place.whole.start, `((globalThis.latHits ??= {})[${all.indexOf(place)}] = 1, `], [place.whole.end, place.whole.end, ')']]))]
    }),
  )
  for (const [index, specification] of specifications.entries()) {
    const file = specification.moduleId
    if (await fails([specification], new Map())) throw new Error(`${relative(root, file)} fails without any mutation`)
    const started = performance.now()
    await fails([specification], new Map())
    const elapsed = performance.now() - started
    const hits = join(directory, `${index}.json`)
    const noted = `${readFileSync(file, 'utf8')}\nimport { afterAll as latAfterAll } from 'vitest'\nimport { writeFileSync as latWrite } from 'node:fs'\nlatAfterAll(() => { latWrite(${JSON.stringify(hits)}, JSON.stringify(Object.keys(globalThis.latHits ?? {}))); globalThis.latHits = {} })\n`
    await fails([specification], new Map([...noting, [file, noted]]))
    reached.push({ specification, elapsed, places: new Set(existsSync(hits) ? JSON.parse(readFileSync(hits, 'utf8')).map(Number) : []) })
    log(`${relative(root, file)} reaches ${reached.at(-1).places.size} of ${all.length} places in ${elapsed.toFixed(0)} ms`)
  }
} finally {
  rmSync(directory, { recursive: true })
}
reached.sort((a, b) => a.elapsed - b.elapsed)
const places = new Map(all.map((place, index) => [place, index]))
const inFile = new Map(files.map((file) => [file, readFiles.get(file).found.map((place) => places.get(place))]))
const testsOf = (mutant) => {
  const reaching = reached.filter((test) => (mutant.isStatic ? inFile.get(mutant.file).some((index) => test.places.has(index)) : test.places.has(places.get(mutant))))
  return mutant.isStatic && reaching.length === 0 ? reached : reaching
}

// where a run was cut short by a change that ended the process, that change was noticed
const done = new Map()
if (options.results !== undefined && existsSync(options.results)) {
  for (const line of readFileSync(options.results, 'utf8').split('\n').filter(Boolean)) {
    const { key, by } = JSON.parse(line)
    done.set(key, by)
  }
}
const keep = (key, by) => {
  done.set(key, by)
  if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify({ key, by })}\n`)
}
for (const [index, mutant] of mutants.entries()) {
  if (done.has(mutant.key)) continue
  keep(mutant.key, 'the end of the process')
  const { text, loops } = readFiles.get(mutant.file)
  const texts = new Map([[mutant.file, mutant.file.endsWith('.json') ? edited(text, [[mutant.start, mutant.end, mutant.to]]) : edited(text, [[mutant.start, mutant.end, mutant.to], ...counting(loops)])]])
  let by = null
  for (const { specification } of testsOf(mutant)) {
    if (!(await fails([specification], texts))) continue
    by = relative(join(root, name), specification.moduleId)
    break
  }
  keep(mutant.key, by)
  log(`${index + 1}/${mutants.length} ${by === null ? 'SURVIVED' : `noticed by ${by}`} ${mutant.where} ${mutant.from} -> ${mutant.to} | ${mutant.code}`)
}
await vitest.close()
const survivors = mutants.filter(({ key }) => done.get(key) === null)
log(`${mutants.length} changes, ${mutants.length - survivors.length} noticed, ${survivors.length} survived`)
console.log(JSON.stringify({ name: `mutate ${name}`, mutants: mutants.length, noticed: mutants.length - survivors.length, survived: survivors.length, survivors: survivors.map(({ where, from, to, code }) => (options.json ? { where, from, to, code } : `${where} ${from} -> ${to}`)) }))
