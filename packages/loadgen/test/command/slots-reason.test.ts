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
const late = { reasons: ['lateness-p99', 'slots-exhausted'] }
const ADVICE = 'raise --slots above the rate times its latency'

describe('limitReason', () => {
  it.each([
    ['never answers', ranOut, [sent, dropped, dropped]],
    ['answers after the deadline', ranOut, [{ ...sent, outcome: 'failed' as const, failure: 'timeout' }, dropped]],
    ['answers slowly', ranOut, [answered(900_000), answered(900_000), dropped]],
    ['never answers a generator that is late as well', late, [sent, dropped]],
  ])('says what to do when the slots wait for a target that %s', (_what, selfCheck, rows) => {
    const reason = limitReason(selfCheck, rows, 5)
    expect(reason).toContain(`the generator itself was the limit (${selfCheck.reasons.join(', ')}): the 5 slots were waiting for the target`)
    expect(reason).toContain(ADVICE)
  })

  it.each([
    ['a late generator may have read the answers late', late, [answered(900_000), dropped]],
    ['slots did not run out', { reasons: ['lateness-p99'] }, [sent]],
    ['the target closed instead', ranOut, [{ ...sent, outcome: 'failed' as const, failure: 'early-close' }, dropped]],
    ['the slots were held before the request was written', ranOut, [answered(6000), answered(6000), dropped]],
    ['nothing was sent', ranOut, [dropped]],
  ])('leaves it with the generator when %s', (_what, selfCheck, rows) => {
    expect(limitReason(selfCheck, rows, 5)).toBe(`the generator itself was the limit (${selfCheck.reasons.join(', ')})`)
  })
})
