import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeManifest, manifestRefusals, parseManifest, type Manifest } from '../src/index.js'

const input = (name: string): string => readFileSync(new URL(`inputs/manifest/${name}`, import.meta.url), 'utf8')
const parse = (name: string): Manifest => parseManifest(input(name), name)

describe('parseManifest', () => {
  it('reads keys and values in the order of the file', () => {
    const manifest = parse('01-good.env')
    expect(manifest.size).toBe(10)
    expect([...manifest.keys()].slice(0, 3)).toEqual(['RUN_ID', 'MODE', 'TREE_DIRTY'])
    expect(manifest.get('LOADGEN')).toBe('undici 7.30.2')
  })

  it('splits at the first "=" only', () => {
    const manifest = parse('02-equals-in-value.env')
    expect(manifest.get('GATEWAY_CMD')).toBe('./gw --opt=a=b --x="y z"')
    expect(manifest.get('URL')).toBe('http://127.0.0.1:18080/v1?x=1&y=2')
  })

  it('leaves no carriage return in a value', () => {
    expect([...parse('03-crlf.env').values()]).toEqual(['evidence', 'false', '500'])
  })

  it('passes over comments, blank lines and blanks around a line, and keeps an empty value', () => {
    expect([...parse('06-comment-blank-spaces.env')]).toEqual([['MODE', 'evidence'], ['RATE_RPS', '500'], ['EMPTY', '']])
  })

  it('takes shell text literally', () => {
    expect(parse('08-shell-text.env').get('HOST_NAME')).toBe('$(touch ./PWNED)')
    expect(parse('08-shell-text.env').get('NOTE')).toBe('`id`; rm -rf x')
    expect(existsSync('PWNED')).toBe(false)
  })

  it('drops a byte order mark', () => {
    expect(parse('09-bom.env').get('MODE')).toBe('evidence')
  })

  it.each([
    ['LAT_ROWS_MANIFEST_DUPLICATE', '04-duplicate-key.env', ':3: MODE is already given above, as "quick"'],
    ['LAT_ROWS_MANIFEST_LINE', '07-no-equals-line.env', ':2: "TREE_DIRTY" has no "="'],
    ['LAT_ROWS_MANIFEST_LINE', '10-nul-and-utf8.env', ':3: there is a NUL'],
  ])('refuses with %s: %s', (code, name, message) => {
    expect(() => parse(name)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(`${name}${message}`) as string }))
  })

  it('refuses a manifest that was cut', () => {
    expect(() => parseManifest('MODE=evid', 'MANIFEST')).toThrow(expect.objectContaining({ code: 'LAT_ROWS_TRUNCATED' }))
  })

  it('is the exact inverse of encodeManifest', () => {
    const key = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,20}$/)
    const value = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\n\r\0]/g, ' ').trim())
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), (pairs) => {
        const manifest = new Map(pairs)
        expect([...parseManifest(encodeManifest(manifest), 'MANIFEST')]).toEqual([...manifest])
      }),
    )
  })
})

describe('encodeManifest', () => {
  it.each([
    ['LAT_ROWS_MANIFEST_KEY', { mode: 'quick' }],
    ['LAT_ROWS_MANIFEST_KEY', { '#MODE': 'quick' }],
    ['LAT_ROWS_MANIFEST_VALUE', { MODE: 'quick\nTREE_DIRTY=false' }],
    ['LAT_ROWS_MANIFEST_VALUE', { MODE: ' quick' }],
    ['LAT_ROWS_MANIFEST_VALUE', { MODE: 'qu\0ick' }],
  ])('refuses with %s: %j', (code, entries) => {
    expect(() => encodeManifest(entries)).toThrow(expect.objectContaining({ code }))
  })
})

describe('manifestRefusals', () => {
  it('has none for a complete evidence run from a clean tree', () => {
    expect(manifestRefusals(parse('01-good.env'), ['MODE', 'SEED'])).toEqual([])
  })

  it('names every missing key', () => {
    expect(manifestRefusals(parse('02-equals-in-value.env'), ['MODE', 'SEED', 'URL'])).toEqual(['MODE is missing', 'SEED is missing'])
  })

  it.each([
    ['05-missing-key.env', 'TREE_DIRTY is missing'],
    ['11-dirty-true-in-evidence.env', 'TREE_DIRTY is "true"'],
    ['12-bool-spelling.env', 'TREE_DIRTY is "False"'],
  ])('refuses an evidence run: %s', (name, message) => {
    expect(manifestRefusals(parse(name), ['MODE'])).toEqual([expect.stringContaining(message)])
  })

  it('lets a quick run be dirty', () => {
    expect(manifestRefusals(new Map([['MODE', 'quick'], ['TREE_DIRTY', 'true']]), ['MODE'])).toEqual([])
  })
})
