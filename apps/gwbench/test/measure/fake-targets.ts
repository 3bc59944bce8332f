import type { Row } from '@lat/rows'
import type { OneAtATime } from '../../src/measure/one-at-a-time.js'

export const okRow: Row = {
  sequence: 0, arm: 'a', scheduledNs: 0, dispatchedNs: 100, connectedNs: 100, writtenNs: 300, firstByteNs: 900, firstEventNs: null, secondEventNs: null, lastByteNs: 1100,
  status: 200, outcome: 'ok', failure: null, reconnected: false, plantedNs: null,
}

/** Targets in memory in front of an upstream that counts; `answer` and `reaches` say how a target behaves at its nth request. */
export function fakeTargets({ answer = () => okRow, reaches = () => 1 }: { answer?: (target: number, nth: number) => Row; reaches?: (target: number, nth: number) => number } = {}) {
  const asked: number[] = []
  const times = new Map<number, number>()
  let upstream = 0
  const client: OneAtATime = {
    request: async (target) => {
      const nth = times.get(target) ?? 0
      times.set(target, nth + 1)
      asked.push(target)
      upstream += reaches(target, nth)
      return answer(target, nth)
    },
  }
  return { client, asked, upstreamCount: async () => upstream }
}
