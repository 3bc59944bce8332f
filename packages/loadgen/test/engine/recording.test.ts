import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createColumns, OK } from '../../src/columns.js'
import { createControl } from '../../src/control.js'
import { createDeadlines } from '../../src/engine/deadlines.js'
import { createOpenLoop, PAUSE_NS } from '../../src/engine/open-loop.js'
import { createSlotRing } from '../../src/slot-ring.js'
import { ThreadClock } from '../../src/thread-clock.js'

/** Of the I/O thread, see `drive-cell.ts`: less garbage than this, and nothing is collected. */
const SEMI_SPACE_BYTES = 4e6
/** A minute at the highest rate of the protocol. */
const ARRIVALS = 30_000

/** Issues, marks and finishes arrivals as the I/O thread does, without a socket. */
function record(count: number): void {
  const columns = createColumns(Float64Array.from({ length: count }, (_, row) => row), new Uint8Array(count), false)
  const clock = new ThreadClock()
  const loop = createOpenLoop({
    columns,
    control: createControl(),
    clock,
    slots: createSlotRing(40, 'fifo'),
    transport: {
      send(slot, row, _arm, nowNs) {
        columns.dispatchedNs[row] = nowNs - columns.scheduledNs[row]!
        for (const mark of [columns.connectedNs, columns.writtenNs, columns.firstByteNs, columns.lastByteNs]) mark[row] = clock.now() - columns.scheduledNs[row]!
        columns.outcome[row] = OK
        loop.finished(slot)
      },
    },
    deadlines: createDeadlines(40),
    timeoutNs: 1e9,
    pauseNs: PAUSE_NS,
    steadyFrom: 0,
    onSteady: () => undefined,
    onIdle: () => undefined,
  })
  for (let due = 1; due <= count; due += 1) loop.issue(due)
}

describe('recording', () => {
  it('leaves less garbage in a minute at 500 per second than one collection needs', async () => {
    // V8 compiles beside the running code, and until it is through, numbers are boxed: garbage of the warm-up only
    for (let i = 0; i < 8; i += 1) {
      record(ARRIVALS)
      await wait(20)
    }
    const before = process.memoryUsage().heapUsed
    record(ARRIVALS)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(SEMI_SPACE_BYTES)
  })
})
