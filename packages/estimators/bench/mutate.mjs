// Changes every comparison, numeric literal, `+ - * /` and `&& ||` of src once, in memory, and tells which changes no test notices.
//
//   node packages/estimators/bench/mutate.mjs [--only 'PATH:LINE CODE'-REGEXP] [--sample N] [--seed S] [--results FILE.jsonl] [--list] [--json]
//
// Nothing on disk is changed: a plugin hands vitest the changed text of one file per run. A first pass notes which test file
// reaches which place, so that a change meets only those. Loops count their turns and throw after too many.
// Changes come in an order shuffled by --seed and are kept in --results as they are judged: an interrupted run goes on
// where it stopped, and what it has done so far is a fair sample. Left out are bundle and realm, which bundle src from the disk, and
// determinism, which compares one hash of every answer: it would notice nearly any change without telling right from wrong.
//
// The run proves itself before it counts anything, and throws if it cannot: no test fails without a change; a change that
// means nothing (`+ 0`) is noticed by none, also right after one that is noticed; every tenth noticed change is repeated as
// one that means nothing, against the test file that noticed it.
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createVitest } from 'vitest/node'

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' }, results: { type: 'string' }, list: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = fileURLToPath(new URL('../src', import.meta.url))
const leftOut = /\/(bundle|determinism|realm)\.test\.ts$/
const other = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '+': '-', '-': '+', '*': '/', '/': '*', '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=', '&&': '||', '||': '&&' }
const TURNS = 5e7

/** The places of one file that a change meets, and the bodies of its loops. */
function read(file) {
  const text = readFileSync(file, 'utf8')
  const places = []
  const loops = []
  const add = (token, operand, to, nothing) => {
    const [start, end] = [token.getStart(), token.getEnd()]
    const lineStart = text.lastIndexOf('\n', start) + 1
    const where = `${relative(root, file)}:${text.slice(0, start).split('\n').length}`
    const from = text.slice(start, end)
    places.push({ file, key: `${where}:${start - lineStart + 1} ${from}`, where, code: text.slice(lineStart).split('\n', 1)[0].trim().slice(0, 140), from, to, nothing, start, end, operand: [operand.getStart(), operand.getEnd()] })
  }
  const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  const visit = (node) => {
    if (ts.isBinaryExpression(node)) {
      const token = node.operatorToken
      const sign = token.getText()
      if (Object.hasOwn(other, sign) && !(isText(node.left) || isText(node.right))) add(token, sign === '&&' || sign === '||' ? node : node.right, other[sign], `${sign} /* the same */`)
    }
    if (ts.isNumericLiteral(node) && !ts.isLiteralTypeNode(node.parent) && node.parent.name !== node) add(node, node, `(${node.getText()} + 1)`, `(${node.getText()} + 0)`)
    if (ts.isIterationStatement(node, false)) loops.push([node.statement.getStart(), node.statement.getEnd()])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true))
  return { text, places, loops }
}

/** The text with each `[start, end]` replaced; of two at one place, the one further out is applied last. */
function edited(text, edits) {
  return [...edits].sort((a, b) => b[0] - a[0] || b[1] - a[1]).reduce((result, [start, end, to]) => `${result.slice(0, start)}${to}${result.slice(end)}`, text)
}
// counted from the last load of a file, for the worker outlives a run
const counting = (loops) => [[0, 0, 'globalThis.latTurns = 0; '], ...loops.flatMap(([start, end]) => [[start, start, `{ if (++globalThis.latTurns > ${TURNS}) throw new Error('endless'); `], [end, end, ' }']])]

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()
const contents = new Map(files.map((file) => [file, read(file)]))
const all = files.flatMap((file) => contents.get(file).places)
const numberOf = new Map(all.map((place, index) => [place, index]))
// an order fixed by the seed, in which neighbours are far apart
const scatter = (key) => [...`${options.seed} ${key} ${options.seed}`].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261)
const chosen = all
  .filter(({ where, code }) => new RegExp(options.only).test(`${where} ${code}`))
  .sort((a, b) => scatter(a.key) - scatter(b.key) || a.start - b.start)
  .slice(0, options.sample === undefined ? undefined : Number(options.sample))
const log = (line) => process.stderr.write(`${line}\n`)
if (options.list) {
  // what is still on its way to a pipe would be lost at the exit
  await new Promise((written) => process.stdout.write(chosen.map(({ key, to }) => `${key} -> ${to}\n`).join(''), written))
  log(`${chosen.length} of ${all.length} places`)
  process.exit(0)
}

const counted = new Map(files.map((file) => [file, edited(contents.get(file).text, counting(contents.get(file).loops))]))
let changed = new Map()
// without the config of the workspace: its projects would not take the plugin over
const conditions = ['@lat/source', 'module', 'node', 'import', 'default']
const vitest = await createVitest(
  'test',
  // no time limit: a machine that pauses the run must not look like a failing test
  { config: false, root, watch: false, include: ['packages/estimators/test/**/*.test.ts'], reporters: [{ onInit() {} }], pool: 'threads', isolate: false, maxWorkers: 1, fileParallelism: false, testTimeout: 0 },
  { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: ['@lat/source'] } }, plugins: [{ name: 'change', enforce: 'pre', load: (id) => changed.get(id.split('?')[0]) ?? counted.get(id.split('?')[0]) ?? null }] },
)
const specifications = (await vitest.globTestSpecifications(['packages/estimators/test'])).filter(({ moduleId }) => !leftOut.test(moduleId))

// a machine that pauses the run lets calls between the threads time out: what ran across a pause runs again
let pauses = 0
let lastTick = Date.now()
setInterval(() => {
  if (Date.now() - lastTick > 3000) pauses += 1
  lastTick = Date.now()
}, 250).unref()

/** Runs these test files with these texts in place of the files', and names the first that fails, or null. */
async function noticed(specs, texts) {
  for (let attempt = 1; attempt <= 9; attempt++) {
    const before = pauses
    const answer = await run(specs, texts)
    // past a pause the clock gets to tick first
    await new Promise((resolve) => setTimeout(resolve, pauses === before && Date.now() - lastTick < 3000 ? 0 : 500))
    if (pauses === before && answer !== undefined) return answer
    log(answer === undefined ? 'not all test files ran: again' : 'paused: runs again')
  }
  throw new Error('No attempt ran all test files without a pause')
}

async function run(specs, texts) {
  for (const file of new Set([...changed.keys(), ...texts.keys()])) vitest.invalidateFile(file)
  changed = texts
  const ran = new Set(specs.map(({ moduleId }) => moduleId))
  // vitest answers with every module it has seen since it started, with the state of its last run: only these ran now
  const modules = (await vitest.runTestSpecifications(specs, true)).testModules.filter(({ moduleId }) => ran.has(moduleId))
  if (modules.length !== ran.size) return undefined
  const failed = modules.find((module) => module.state() === 'failed')
  if (failed === undefined) return null
  const test = [...failed.children.allTests('failed')][0]
  const message = (test === undefined ? failed.errors()[0]?.message : test.result().errors[0]?.message) ?? ''
  return { moduleId: failed.moduleId, by: relative(join(root, 'packages/estimators/test'), failed.moduleId), test: test?.fullName ?? '(the file does not load)', message: message.split('\n', 1)[0].slice(0, 160) }
}

/** Which places each test file reaches. */
const reached = []
const directory = mkdtempSync(join(tmpdir(), 'mutate-'))
try {
  const noting = new Map(
    files.map((file) => {
      const { text, places } = contents.get(file)
      return [file, edited(text, places.flatMap((place) => [[place.operand[0], place.operand[0], `((globalThis.latHits ??= {})[${numberOf.get(place)}] = 1, `], [place.operand[1], place.operand[1], ')']]))]
    }),
  )
  for (const [index, specification] of specifications.entries()) {
    const file = specification.moduleId
    const started = performance.now()
    const clean = await noticed([specification], new Map())
    const elapsed = performance.now() - started
    if (clean !== null) throw new Error(`${clean.by} fails without any change: ${clean.test}: ${clean.message}`)
    const hits = join(directory, `${index}.json`)
    const noted = `${readFileSync(file, 'utf8')}\nimport { afterAll as latAfterAll } from 'vitest'\nimport { writeFileSync as latWrite } from 'node:fs'\nlatAfterAll(() => { latWrite(${JSON.stringify(hits)}, JSON.stringify(Object.keys(globalThis.latHits ?? {}))); globalThis.latHits = {} })\n`
    const notes = await noticed([specification], new Map([...noting, [file, noted]]))
    if (notes !== null) throw new Error(`${notes.by} fails while its places are noted: ${notes.test}: ${notes.message}`)
    reached.push({ specification, elapsed, noticed: new Map(), places: new Set(existsSync(hits) ? JSON.parse(readFileSync(hits, 'utf8')).map(Number) : []) })
    log(`${relative(root, file)} reaches ${reached.at(-1).places.size} of ${all.length} places in ${elapsed.toFixed(0)} ms`)
  }
} finally {
  rmSync(directory, { recursive: true })
}
if (reached.some(({ places }) => places.size === 0)) throw new Error('A test file reaches no place: the texts in memory do not arrive')

/** Judges one change: first by the test file likeliest to notice it, then by all others that reach the place. */
async function judge(place, to, onlyBy) {
  const { text, loops } = contents.get(place.file)
  const texts = new Map([[place.file, edited(text, [[place.start, place.end, to], ...counting(loops)])]])
  const worth = (test) => ((test.noticed.get(place.file) ?? 0) + 0.2) / test.elapsed
  const tests = reached.filter((test) => test.places.has(numberOf.get(place)) && (onlyBy === undefined || test.specification.moduleId === onlyBy)).sort((a, b) => worth(b) - worth(a))
  for (const some of [tests.slice(0, 1), tests.slice(1, 3), tests.slice(3)]) {
    if (some.length === 0) break
    let found = await noticed(some.map(({ specification }) => specification), texts)
    // the turns of several test files add up: only a file of its own can be endless
    if (found?.message === 'endless') for (const { specification } of some) if ((found = await noticed([specification], texts)) !== null) break
    if (found === null) continue
    if (to === place.to) {
      const { noticed: counts } = reached.find(({ specification }) => specification.moduleId === found.moduleId)
      counts.set(place.file, (counts.get(place.file) ?? 0) + 1)
    }
    return found
  }
  return tests.length === 0 ? { by: null, test: null, message: 'no test reaches it' } : null
}

const known = all.find(({ where, code, from }) => where.includes('/src/quantile.ts') && from === '<=' && code.includes('q <= 1')) ?? all.find(({ where }) => where.includes('/src/quantile.ts'))
for (const [to, expected] of [[known.nothing, false], [known.to, true], [known.nothing, false], [known.to, true]]) {
  const found = await judge(known, to)
  log(`proof: ${known.where} ${known.from} -> ${to} ${found === null ? 'noticed by none' : `noticed by ${found.by}: ${found.test}: ${found.message}`}`)
  if ((found !== null) !== expected) throw new Error(`The change of ${known.key} to ${to} ${expected ? 'has to be noticed' : 'means nothing, and is noticed'}`)
}

// of one key, the last line counts; a change that ended the process counts as noticed, 'by the end of the process'
const done = new Map()
if (options.results !== undefined && existsSync(options.results)) {
  for (const line of readFileSync(options.results, 'utf8').split('\n').filter(Boolean)) done.set(JSON.parse(line).key, JSON.parse(line))
}
const keep = (line) => {
  done.set(line.key, line)
  if (options.results !== undefined) appendFileSync(options.results, `${JSON.stringify(line)}\n`)
}
let kills = 0
let controls = 0
for (const [index, place] of chosen.entries()) {
  if (done.has(place.key)) continue
  const { key, from, to, code } = place
  keep({ key, verdict: 'noticed', by: 'the end of the process' })
  const found = await judge(place, to)
  const verdict = found === null ? 'survived' : found.by === null ? 'unreached' : 'noticed'
  if (verdict === 'noticed' && ++kills % 10 === 0) {
    const control = await judge(place, place.nothing, found.moduleId)
    if (control !== null) throw new Error(`${key} -> ${place.nothing} means nothing, and is noticed by ${control.by}: ${control.message}`)
    controls += 1
  }
  keep({ key, to, code, verdict, by: found?.by ?? null, test: found?.test ?? null, message: found?.message ?? null })
  log(`${index + 1}/${chosen.length} ${verdict} ${key} -> ${to} | ${code}${verdict === 'noticed' ? ` | ${found.by}: ${found.test}: ${found.message}` : ''}`)
}
await vitest.close()
// vitest counts every test that failed, which here is what they are for
process.exitCode = 0
const of = (verdict) => chosen.filter(({ key }) => done.get(key)?.verdict === verdict)
const counts = { places: all.length, changed: chosen.length, noticed: of('noticed').length, survived: of('survived').length, unreached: of('unreached').length, controls }
log(JSON.stringify(counts))
console.log(JSON.stringify({ name: 'mutate-estimators', ...counts, survivors: [...of('survived'), ...of('unreached')].map(({ key, to, code }) => (options.json ? { key, to, code } : `${key} -> ${to}`)) }))
