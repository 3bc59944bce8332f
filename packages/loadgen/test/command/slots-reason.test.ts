import type { Row } from '@lat/rows'
import { describe, expect, it } from 'vitest'
import { limitReason } from '../../src/command/slots-reason.js'

const sent: Row = {
  sequence: 0, arm: 'a', scheduledNs: 0, dispatchedNs: 1000, connectedNs: 2000, writtenNs: 5000, firstByteNs: null, firstEventNs: null, secondEventNs: null, lastByteNs: null,
  status: null, outcome: 'abandoned', failure: null, reconnected: false, plantedNs: null,
}
const dropped: Row = { ...sent, outcome: 'dropped', dispatchedNs: null, connectedNs: null, writtenNs: null }
const answered = (lastByteNs: number): Row => ({ ...sent, outcome: 'ok', status: 200, firstByteNs: lastByteNs, lastByteNs })
const ranOut = { reasons: ['slots-exhausted'] }
const ADVICE = 'raise --slots above the rate times its latency'

describe('limitReason', () => {
  it.each([
    ['never answers', [sent, dropped, dropped]],
    ['answers slowly', [answered(900_000), answered(900_000), dropped]],
  ])('says what to do when every slot waits for a target that %s', (_what, rows) => {
    const reason = limitReason(ranOut, rows, 5)
    expect(reason).toContain('the generator itself was the limit (slots-exhausted): all 5 slots were waiting for the target')
    expect(reason).toContain(ADVICE)
  })

  it.each([
    ['the generator was late as well', { reasons: ['lateness-p99', 'slots-exhausted'] }, [sent, dropped]],
    ['the slots were held before the request was written', ranOut, [answered(6000), answered(6000), dropped]],
    ['nothing was sent', ranOut, [dropped]],
  ])('leaves it with the generator when %s', (_what, selfCheck, rows) => {
    expect(limitReason(selfCheck, rows, 5)).toBe(`the generator itself was the limit (${selfCheck.reasons.join(', ')})`)
  })
})
