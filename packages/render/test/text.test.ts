import { describe, expect, it } from 'vitest'
import { escapeMarkdown, escapeXml, formatCount, formatInterval, quantileLabel } from '../src/index.js'
import { percent } from '../src/text/percent.js'
import { printable } from '../src/text/printable.js'

describe('formatCount', () => {
  it.each([[0, '0'], [999, '999'], [30_001, '30,001'], [1_590_000, '1,590,000'], [-1_234.5, '-1,234.5'], [62.25, '62.25']])('groups %d as %s', (value, text) => {
    expect(formatCount(value)).toBe(text)
  })
})

describe('quantileLabel', () => {
  it.each([[0.5, 'P50'], [0.9, 'P90'], [0.99, 'P99'], [0.999, 'P99.9'], [0.9999, 'P99.99'], [0.1, 'P10'], [0.01, 'P1']])('names %d %s', (q, label) => {
    expect(quantileLabel(q)).toBe(label)
  })
})

describe('percent', () => {
  it.each([[0.95, '95'], [0.9375, '93.75'], [0.96875, '96.88'], [1, '100'], [0, '0'], [0.1, '10']])('writes %d as %s', (share, text) => {
    expect(percent(share)).toBe(text)
  })
})

describe('formatInterval', () => {
  it('shows both ends signed and the true level', () => {
    expect(formatInterval({ lowNs: -3_000, highNs: 502_000, level: 0.9375 }, 'us')).toBe('[-3.0, +502] 93.75%')
  })

  it('says where an end is unbounded', () => {
    expect(formatInterval({ lowNs: 250_000, highNs: null, level: 0.95 }, 'ms')).toBe('[+0.250, unbounded] 95%')
  })

  it('refuses a reversed interval', () => {
    expect(() => formatInterval({ lowNs: 502, highNs: 495, level: 0.95 }, 'us')).toThrow(/502 ns down to 495 ns/)
  })
})

describe('escapes', () => {
  it('let no name become markup in SVG and HTML', () => {
    expect(escapeXml('<script>alert("1")</script> & \'x\'')).toBe('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;')
  })

  it('let no name become a column, a link or a tag in markdown', () => {
    expect(escapeMarkdown('gw|one')).toBe('gw\\|one')
    expect(escapeMarkdown('[x](y) <b>*z*</b>')).toBe('\\[x\\](y) &lt;b&gt;\\*z\\*&lt;/b&gt;')
  })

  it('keep every name on one line', () => {
    expect(printable('a\nb\r\tc\u0000\u2028')).toBe('a\\nb\\r\\tc\\u0000\\u2028')
  })
})
