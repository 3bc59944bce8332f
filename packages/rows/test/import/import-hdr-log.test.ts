import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hdrQuantile, importHdrLog, type HdrSeries } from '../../src/import/hdr-log.js'
import { RowsInputError } from '../../src/index.js'
import { readInput } from '../read-input.js'
import { refusal } from './refusal.js'

const inflate = (bytes: Uint8Array, maxOutputLength: number): Uint8Array => inflateSync(bytes, { maxOutputLength })
const imported = (text: string): HdrSeries[] => importHdrLog(text, 'a.hlog', { inflate })
const read = (name: string): HdrSeries[] => importHdrLog(readInput(`hdr/${name}`), name, { inflate })
const values = (series: HdrSeries): (number | null)[] => [0.5, 0.9, 0.99, 1].map((q) => hdrQuantile(series, q))

/** A log line of a payload written by hand: 3 digits, lowest value 1. */
function interval(counts: readonly number[], { cookie = 0x1c849313, digits = 3, lowest = 1n, offset = 0, pad = 0 } = {}): string {
  const zigzag: number[] = []
  for (const count of counts) {
    let rest = (BigInt(count) << 1n) ^ (BigInt(count) >> 63n)
    for (; rest > 0x7fn; rest >>= 7n) zigzag.push(Number(rest & 0x7fn) | 0x80)
    zigzag.push(Number(rest))
  }
  const body = Buffer.alloc(40 + zigzag.length)
  body.writeUInt32BE(cookie, 0)
  body.writeInt32BE(zigzag.length + pad, 4)
  body.writeInt32BE(offset, 8)
  body.writeInt32BE(digits, 12)
  body.writeBigInt64BE(lowest, 16)
  body.writeBigInt64BE(3_600_000_000_000n, 24)
  body.writeDoubleBE(1, 32)
  body.set(zigzag, 40)
  const packed = deflateSync(body)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(0x1c849314, 0)
  head.writeInt32BE(packed.length, 4)
  return `0.000,1.000,1.000,${Buffer.concat([head, packed]).toString('base64')}\n`
}

describe('importHdrLog', () => {
  it('adds up the intervals, so that a P99 is that of all values and never a mean of two', () => {
    const [series, ...others] = read('01-two-intervals.hlog')
    expect([others, series!.total, values(series!)]).toEqual([[], 500, [331, 1849, 1894, 1899]])
  })

  it('keeps tags apart', () => {
    const series = read('02-tagged.hlog')
    expect(series.map((each) => [each.tag, each.total, hdrQuantile(each, 0.5)])).toEqual([['direct', 400, 324], ['passthrough', 100, 1849]])
  })

  it('takes an empty interval as no value at all, and the intervals in any order', () => {
    expect(read('03-empty-interval.hlog')[0]!.total).toBe(500)
    expect(read('05-out-of-order.hlog')).toEqual(read('01-two-intervals.hlog'))
  })

  it('has no quantile where there is no value', () => {
    expect(read('07-header-only.hlog')).toEqual([])
    expect(hdrQuantile({ tag: '', total: 0, slots: [], significantDigits: 3 }, 0.5)).toBeNull()
  })

  it('counts more values than 16 bits hold', () => {
    expect(imported(interval([-5, 70_000]))[0]).toEqual({ tag: '', total: 70_000, slots: [{ value: 5, count: 70_000 }], significantDigits: 3 })
  })

  it.each([
    ['a payload that was cut', () => read('04-truncated-payload.hlog'), '04-truncated-payload.hlog:6:'],
    ['a payload of version 1', () => read('06-v1-cookie.hlog'), 'is not a V2 payload'],
    ['a line of something else', () => imported('hello\n'), 'a.hlog:1: the line is not an interval'],
    ['a last line without its end', () => imported(interval([1]).slice(0, -1)), 'a.hlog:1: the last line'],
    ['text that is no base64', () => imported('0.0,1.0,1.0,HIST!\n'), 'not base64'],
    ['fewer counts than the header says', () => imported(interval([1], { pad: 4 })), 'the header says 5 bytes'],
    ['shifted counts', () => imported(interval([1], { offset: 3 })), 'shifted'],
    ['an impossible precision', () => imported(interval([1], { digits: 9 })), 'impossible'],
    ['a value that a double rounds', () => imported(interval([-200_000, 1])), 'a value is above 2^53 - 1'],
    ['a slot beyond every value', () => imported(interval([-9_007_199_254_740_991, 1])), 'a value is above 2^53 - 1'],
  ])('refuses %s', (_what, act, named) => {
    const error = refusal(act)
    expect(error.message).toContain(named)
    expect(['LAT_ROWS_HDR', 'LAT_ROWS_TRUNCATED']).toContain(error.code)
  })

  it('puts each value into the slot whose largest value it does not exceed, within the precision', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 1e9 }), (slot, count) => {
        const [series] = imported(interval(slot === 0 ? [count] : [-slot, count]))
        const { value } = series!.slots[0]!
        const [next] = imported(interval([-(slot + 1), 1]))
        const width = next!.slots[0]!.value - value
        expect(series!.total).toBe(count)
        expect(width).toBeGreaterThan(0)
        expect(width / (value + 1)).toBeLessThanOrEqual(slot < 2048 ? 1 : 0.001)
      }),
      { numRuns: 50 },
    )
  })

  it('never throws anything but a RowsInputError, whatever the payload', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, packed) => {
        const body = packed ? deflateSync(Buffer.concat([Buffer.from('1c849313', 'hex'), bytes])) : Buffer.from(bytes)
        const head = Buffer.from('1c84931400000000', 'hex')
        head.writeInt32BE(body.length, 4)
        try {
          imported(`0.0,1.0,1.0,${Buffer.concat([head, body]).toString('base64')}\n`)
        } catch (error) {
          expect(error).toBeInstanceOf(RowsInputError)
        }
      }),
    )
  })
})
