import { describe, expect, it } from 'vitest'
import { htmlReport, readmeSection, replaceBetweenMarkers } from '../src/index.js'
import { figureOptions } from './figure-inputs.js'
import { syntheticAnalysis } from './synthetic-analysis.js'

const smoke = syntheticAnalysis({ mode: 'smoke', microbench: true })
const evidence = syntheticAnalysis({ mode: 'evidence', microbench: true })
const { source } = figureOptions('light')

describe('readmeSection', () => {
  it('puts the absolute P50, both shifts and the paired cost in one row per prompt', () => {
    const rows = readmeSection(evidence, { verdict: 'VERDICT VALID' }).split('\n').filter((line) => line.startsWith('| '))
    expect(rows[3]).toMatch(/^\| 4096 B \| 500 \| 30,000 \/ 150,000 \/ 149,997 \| 0\.292 \| \+0\.427 \| \+0\.926 \| \+502 \| acrossRepetitions, t \\\[\+496, \+507\\\] 95% \|$/)
  })

  it('says NOT EVIDENCE and ESTIMATE of a smoke run, and the verdict of any', () => {
    expect(readmeSection(smoke, { verdict: 'SMOKE OK' })).toMatch(/^One smoke run, NOT EVIDENCE, profile provisional: SMOKE OK\.\n\n\*\*ESTIMATE: [^]*ONE REPETITION/)
    expect(readmeSection(evidence)).toMatch(/^Evidence run, profile provisional\./)
  })

  it('leaves no space at the end of a line', () => {
    expect(readmeSection(smoke)).not.toMatch(/[ \t]$/m)
  })
})

describe('replaceBetweenMarkers', () => {
  const document = 'a\n<!-- results:begin -->\nold\n<!-- results:end -->\nb\n'

  it('replaces what stands between them and keeps the rest', () => {
    expect(replaceBetweenMarkers(document, 'results', 'new $& $1\n')).toBe('a\n<!-- results:begin -->\nnew $& $1\n<!-- results:end -->\nb\n')
  })

  it('changes nothing the second time', () => {
    const once = replaceBetweenMarkers(document, 'results', 'new')
    expect(replaceBetweenMarkers(once, 'results', 'new')).toBe(once)
  })

  it.each([
    ['no marker', 'a', 'has no "<!-- results:begin -->"'],
    ['a marker twice', document + document, '2 times'],
    ['an end before its begin', '<!-- results:end --><!-- results:begin -->', 'ends before it begins'],
  ])('refuses %s', (_, text, message) => {
    expect(() => replaceBetweenMarkers(text, 'results', 'new')).toThrow(message)
  })
})

describe('htmlReport', () => {
  const html = htmlReport(evidence, { source, evaluation: { verdict: 'VERDICT VALID' } })

  it('holds every figure in both themes, every table and the verdict', () => {
    expect([...html.matchAll(/<figure id="figure-([a-z]+)">/g)].map(([, name]) => name)).toEqual(['overhead', 'enforcement', 'shift', 'repetitions', 'host'])
    expect(html.match(/<svg /g)).toHaveLength(10)
    expect(html.match(/<table>/g)!.length).toBeGreaterThanOrEqual(9)
    expect(html).toContain('<p class="verdict">VERDICT VALID</p>')
    expect(htmlReport(smoke, { source })).toContain('<title>ESTIMATE: ')
  })

  it('loads nothing from anywhere', () => {
    expect(html.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|src=|url\(|@import|<link/)
  })

  it('gives every element id once', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('leaves out, in words, a figure the run has nothing for', () => {
    expect(htmlReport({ ...smoke, readings: [] }, { source })).toContain('No host figure: The host figure has no rows to show.')
  })

  it('escapes every name', () => {
    const named = syntheticAnalysis({ mode: 'smoke', subject: '<script>alert(1)</script>' })
    const report = htmlReport({ ...named, microbench: [{ component: '"><img onerror=x>', payloadBytes: 4096, medianNs: 1_000, insideShift: true }] }, { source: { directory: '<b>', treeHash: '&' }, evaluation: { verdict: '<i>' } })
    expect(report.match(/<script>/g)).toHaveLength(1)
    expect(report).not.toMatch(/<b>|<i>|<img/)
  })

  it('leaves no space at the end of a line', () => {
    expect(html).not.toMatch(/[ \t]$/m)
  })
})
