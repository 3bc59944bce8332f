import { describe, expect, it } from 'vitest'
import { measured, unknown, waitForPorts, type Reading } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'

const range = measured({ first: 1, last: 10_000, count: 10_000 }, 'ports', 'test')

async function wait(counts: readonly Reading<number>[], ports: Parameters<typeof waitForPorts>[0]['ports'] = range): ReturnType<typeof waitForPorts> {
  let looks = 0
  return waitForPorts({ readTimeWait: async () => counts[Math.min(looks++, counts.length - 1)]!, ports, clock: fakeHost() })
}

const count = (connections: number): Reading<number> => measured(connections, 'connections', 'test')

describe('waitForPorts', () => {
  it('does not wait at a quarter of the range or below', async () => {
    expect(await wait([count(2_500)])).toEqual({ waitedMs: 0, timeWait: 2_500, gaveUp: false })
  })

  it('waits until enough ports are back', async () => {
    expect(await wait([count(2_501), count(2_600), count(100)])).toEqual({ waitedMs: 2_000, timeWait: 100, gaveUp: false })
  })

  it('gives up after 30 s and says so', async () => {
    expect(await wait([count(9_000)])).toEqual({ waitedMs: 30_000, timeWait: 9_000, gaveUp: true })
  })

  it('does not wait for what it cannot read', async () => {
    expect(await wait([unknown('no netstat')])).toEqual({ waitedMs: 0, timeWait: null, gaveUp: false })
    expect(await wait([count(9_000)], unknown('no range'))).toMatchObject({ waitedMs: 0, gaveUp: false })
  })
})
