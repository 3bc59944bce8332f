import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BodyWatch, createVerifiedBody } from '../../src/answer/body-watch.js'
import type { VerifiedBody } from '../../src/answer/body-watch.js'
import type { Expectation } from '../../src/cell-spec.js'

const GOOD = '{"choices":[{"message":{"content":"ok"}}]}'
const STREAM = 'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

function watch(text: string | Buffer, expect: Expectation, known: VerifiedBody = createVerifiedBody(), cuts: readonly number[] = [], watcher = new BodyWatch()) {
  const body = Buffer.from(text)
  watcher.start(expect, known)
  const edges = [0, ...cuts.map((cut) => Math.min(cut, body.length)).sort((a, b) => a - b), body.length]
  edges.slice(1).forEach((to, i) => watcher.take(body.subarray(edges[i], to)))
  return watcher.verdict()
}

describe('BodyWatch', () => {
  it('judges a body once, and its repetitions by their bytes', () => {
    const known = createVerifiedBody()
    expect(watch(GOOD, 'json', known)).toEqual({ failure: 'none', label: null })
    expect(known.bytes?.toString()).toBe(GOOD)
    expect(watch(GOOD, 'json', known)).toEqual({ failure: 'none', label: null })
  })

  it('sees what deviates from the body it knows', () => {
    const known = createVerifiedBody()
    watch(GOOD, 'json', known)
    expect(watch(GOOD.slice(0, -5), 'json', known, [7]).failure).toBe('body-not-json')
    expect(watch(`${GOOD}{`, 'json', known).failure).toBe('body-not-json')
    expect(watch(GOOD.replace('"choices"', '"error"  '), 'json', known).failure).toBe('body-error')
    expect(watch(GOOD.replace('ok', 'no'), 'json', known).failure).toBe('none')
  })

  it('repeats the label of a stream it knows', () => {
    const known = createVerifiedBody()
    const text = STREAM.replace('data: [DONE]\n\n', '')
    expect(watch(text, 'sse', known).label).toBe('done-missing')
    expect(watch(text, 'sse', known).label).toBe('done-missing')
  })

  it('stops keeping copies of an upstream that never repeats itself', () => {
    const known = createVerifiedBody()
    for (let i = 0; i < 20; i += 1) watch(GOOD.replace('ok', `${i}`), 'json', known)
    expect(known.bytes).toBeNull()
  })

  it('judges head and tail of a body above 1 MiB', () => {
    const big = (head: string, end: string): Buffer => Buffer.from(`${head}"pad":"${'x'.repeat(2 << 20)}"${end}`)
    const chunks = [65_536, 1 << 20, (1 << 20) + 10]
    expect(watch(big('{', '}'), 'json', createVerifiedBody(), chunks).failure).toBe('none')
    expect(watch(big('{"error":{"message":"x"},', '}'), 'json', createVerifiedBody(), chunks).failure).toBe('body-error')
    expect(watch(big('{', ''), 'json', createVerifiedBody(), chunks).failure).toBe('body-not-json')
  })

  it('takes any body where nothing is expected of it', () => {
    expect(watch('<html>', 'any').failure).toBe('none')
  })

  it('says the same however the body was cut, whether or not it knows one, and with a used watcher', () => {
    const bodies = fc.constantFrom(GOOD, STREAM, '', '{"error":1}', GOOD.slice(3), STREAM.slice(0, -16), `${GOOD} `)
    const used = new BodyWatch()
    fc.assert(
      fc.property(bodies, bodies, fc.constantFrom<Expectation>('json', 'sse'), fc.array(fc.nat(90), { maxLength: 5 }), (first, body, expectation, cuts) => {
        const known = createVerifiedBody()
        watch(first, expectation, known, [], used)
        expect(watch(body, expectation, known, cuts, used)).toEqual(watch(body, expectation))
      }),
    )
  })
})
