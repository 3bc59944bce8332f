import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { explain } from '../src/exit.js'
import { HarnessInputError } from '../src/errors.js'

const root = new URL('../../../', import.meta.url)
const page = readFileSync(new URL('docs/methodology/triage.md', root), 'utf8').split('\n## Beside bands.txt\n')[1]!
const listed = new Set([...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, kind]) => kind!))

function sourceOf(folder: string): string {
  return readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name))
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'))
    .join('\n')
}

// The words at an interrupt are the harness's too.
const own = `${sourceOf('apps/harness/src')}\n${readFileSync(new URL('packages/subjects/src/interrupt-signal.ts', root), 'utf8')}`
const packages = ['subjects', 'rows', 'bands', 'mockupstream', 'loadgen', 'hostgate', 'render', 'estimators'] as const
const codes = [...new Set([own, ...packages.map((name) => sourceOf(`packages/${name}/src`))].flatMap((source) => [...source.matchAll(/'(LAT_(?:HARNESS|SUBJ|ROWS|BANDS|MOCK|LOAD|HOST|RND|EST)_[A-Z_]+)'/g)].map(([, code]) => code!)))]
const families = [...listed].filter((kind) => kind.endsWith('_*')).map((kind) => kind.slice(0, -1))

/** Fixed words of the lines the harness writes itself, with … for what varies. */
function printedWords(source: string): readonly string[] {
  const calls = [...source.matchAll(/(?:console\.log|progress\.note|process\.\w+\.write)\((.*)$/gm)].map(([, rest]) => rest!)
  const texts = calls.flatMap((call) => [...call.matchAll(/(`(?:[^`\\]|\\.)*`|'[^']*')/g)].map(([text]) => text.slice(1, -1)))
  return texts.map((text) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\\n/g, '\u0000')).map((text) => text.split('\u0000').map((part) => part.trim()).filter((part) => part.length > 1).join(' … ')).filter((text) => /[a-z]{2} [a-z]{2}|^[A-Z]{2}/.test(text))
}

const isListed = (words: string) => [...listed].some((kind) => words.includes(kind)) || words.startsWith('lat-harness: LAT_HARNESS_USAGE')

describe('the triage page, beside bands.txt', () => {
  it('has an entry for every code a failure can carry, each of the harness by itself', () => {
    expect(codes.length).toBeGreaterThan(70)
    expect(codes.filter((code) => !listed.has(code) && (code.startsWith('LAT_HARNESS_') || !families.some((family) => code.startsWith(family))))).toEqual([])
  })

  it('has no entry for a code nobody throws', () => {
    const known = [...listed].filter((kind) => kind.startsWith('LAT_'))
    expect(known.length).toBeGreaterThan(20)
    expect(known.filter((kind) => !codes.some((code) => (kind.endsWith('_*') ? code.startsWith(kind.slice(0, -1)) : code === kind)))).toEqual([])
  })

  it('finds a failure by the code its line starts with', () => {
    expect(explain(new HarnessInputError('LAT_HARNESS_REFUSED', 'Port 1 is held.'))).toBe('lat-harness: LAT_HARNESS_REFUSED: Port 1 is held.')
    expect(explain(Object.assign(new Error('Unknown option `--fast`'), { name: 'CACError' }))).toBe('lat-harness: LAT_HARNESS_USAGE: Unknown option `--fast`')
  })

  it('has an entry for every warning of the machine, and for no other', () => {
    // Idle has a gate of its own, and only doctor foretells.
    const checks = [...sourceOf('packages/hostgate/src/doctor').matchAll(/hostCheck\('([a-z-]+)'/g)].map(([, name]) => name!).filter((name) => name !== 'idle' && name !== 'abort-chance')
    const warnings = [...listed].filter((kind) => kind.startsWith('warning: ')).map((kind) => kind.slice(9))
    expect([...warnings].sort()).toEqual([...new Set([...checks, 'host'])].sort())
  })

  it('has an entry for every other line the harness writes', () => {
    const words = printedWords(own)
    expect(words.length).toBeGreaterThanOrEqual(6)
    expect(words.filter((text) => !isListed(text))).toEqual([])
    expect(printedWords('console.log(`a new line of ${what}`)').filter((text) => !isListed(text))).toEqual(['a new line of'])
  })

  it('has no entry for a line that nobody writes', () => {
    const everything = `${own}\n${readFileSync(new URL('apps/harness/bench/planted-faults.mjs', root), 'utf8')}`
    const fixed = [...listed].filter((kind) => !kind.startsWith('LAT_') && !kind.startsWith('warning: '))
    expect(fixed.filter((kind) => !everything.includes(kind))).toEqual([])
  })
})
