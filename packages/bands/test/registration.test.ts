import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { canonicalProfile, loadProfile, profileNames, thresholds } from '../src/index.js'

const page = (name: string): string => readFileSync(new URL(`../../../docs/methodology/${name}.md`, import.meta.url), 'utf8')

describe('a shipped profile', () => {
  it.each(profileNames)('%s is the one that was registered: an edited threshold is an amendment', (name) => {
    const digest = createHash('sha256').update(canonicalProfile(loadProfile(name))).digest('hex')
    expect(page('calibration')).toContain(`| \`${name}\` | \`${digest}\` |`)
  })

  it('names every threshold once', () => {
    const ids = thresholds(loadProfile('published')).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the bands page', () => {
  const ms = (window: readonly [number, number] | null): string => `${window![0].toFixed(2)} .. ${window![1].toFixed(2)} ms`

  it('states the published limits', () => {
    const { bands } = loadProfile('published')
    const text = page('bands')
    expect(text).toContain(`| ${bands.BAND1.groups.map(({ p50CeilingMs }) => p50CeilingMs!.toFixed(1)).join(' / ')} ms |`)
    for (const window of [bands.BAND2.windowMs, bands.BAND3.windowMs, bands['BAND3-SMALL'].advisoryWindowMs]) expect(text).toContain(`| ${ms(window)} |`)
    expect(text).toContain(`| ${bands['BAND3-STREAM'].absoluteCeilingMs!.toFixed(2)} ms |`)
    expect(text).toContain(`| ${bands.BAND5.p50CeilingMs!.toFixed(2)} and ${bands.BAND5.p99CeilingMs!.toFixed(2)} ms |`)
  })

  it('states the provisional limits', () => {
    const { bands } = loadProfile('provisional')
    const text = page('bands')
    expect(text).toContain(`| ${bands.BAND1.groups.map(({ p50CeilingMs }) => p50CeilingMs).join(' / ')} ms |`)
    expect(text).toContain(`| 0.05 .. ${bands.BAND2.windowMs![1].toFixed(1)} ms |`)
    expect(text).toContain(`| ${bands.BAND3.windowMs!.join(' .. ')} ms |`)
    expect(text).toContain(`| ${bands['BAND3-SMALL'].advisoryWindowMs!.join(' .. ')} ms |`)
    expect(text).toContain(`| ${bands['CONTROL-AA'].advisoryAbsoluteMs} ms |`)
    expect(text).toContain(`| ${bands['BAND3-STREAM'].absoluteCeilingMs} ms |`)
    expect(text).toContain(`| ${bands.BAND5.p50CeilingMs} and ${bands.BAND5.p99CeilingMs} ms |`)
  })
})
