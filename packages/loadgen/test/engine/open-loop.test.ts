import { describe, expect, it } from 'vitest'
import { createColumns, DROPPED, OK } from '../../src/columns.js'
import { createControl, IN_FLIGHT, ISSUED, MOST_IN_FLIGHT, STALLED } from '../../src/control.js'
import { createDeadlines } from '../../src/engine/deadlines.js'
import { createOpenLoop, PAUSE_NS } from '../../src/engine/open-loop.js'
import { createSlotRing } from '../../src/slot-ring.js'
import type { ThreadClock } from '../../src/thread-clock.js'

function setUp(scheduledNs: number[], slotCount: number, pauseNs = PAUSE_NS) {
  const columns = createColumns(Float64Array.from(scheduledNs), new Uint8Array(scheduledNs.length), false)
  const control = createControl()
  const time = { nowNs: 0 }
  const sent: { slot: number; row: number; nowNs: number }[] = []
  const seen = { steadyAt: -1, idle: 0 }
  const loop = createOpenLoop({
    columns,
    control,
    clock: { now: () => time.nowNs } as ThreadClock,
    slots: createSlotRing(slotCount, 'fifo'),
    transport: { send: (slot, row, _arm, nowNs) => void sent.push({ slot, row, nowNs }) },
    deadlines: createDeadlines(slotCount),
    timeoutNs: 1e9,
    pauseNs,
    steadyFrom: 1,
    onSteady: () => (seen.steadyAt = sent.length),
    onIdle: () => (seen.idle += 1),
  })
  const answer = (slot: number, row: number): void => {
    columns.outcome[row] = OK
    loop.finished(slot)
  }
  return { columns, control, time, sent, seen, loop, answer }
}

describe('createOpenLoop', () => {
  it('issues what is due, once each, whatever became of the arrivals before', () => {
    const { loop, sent, control } = setUp([0, 1, 2, 3], 4)
    loop.issue(2)
    loop.issue(2)
    loop.issue(4)
    expect(sent.map(({ row }) => row)).toEqual([0, 1, 2, 3])
    expect([control[ISSUED], control[IN_FLIGHT], control[MOST_IN_FLIGHT]]).toEqual([4, 4, 4])
  })

  it('drops an arrival that finds no free slot and never sends it later', () => {
    const { loop, sent, columns, answer } = setUp([0, 1, 2], 1)
    loop.issue(2)
    answer(0, 0)
    loop.issue(3)
    expect(sent.map(({ row }) => row)).toEqual([0, 2])
    expect(columns.outcome[1]).toBe(DROPPED)
  })

  it('lets arrivals wait for a slot after a pause of its own, and drops again once it has caught up', () => {
    const { loop, sent, columns, time, answer } = setUp([0, 1e6, 2e6, 3e6, 40e6], 1)
    loop.issue(1)
    time.nowNs = 3e6
    loop.issue(4)
    expect(sent.map(({ row }) => row)).toEqual([0])
    answer(0, 0)
    loop.issue(4)
    answer(0, 1)
    loop.issue(4)
    expect(sent.map(({ row }) => row)).toEqual([0, 1, 2])
    // The pause of 2 ms is forgiven for ten times as long.
    time.nowNs = 22e6
    loop.issue(4)
    expect(loop.issued).toBe(3)
    time.nowNs = 24e6
    loop.issue(4)
    expect(columns.outcome[3]).toBe(DROPPED)
    time.nowNs = 40e6
    loop.issue(5)
    expect(columns.outcome[4]).toBe(DROPPED)
  })

  it('does not put off a drop because it pauses again and again', () => {
    const everyMs = Array.from({ length: 40 }, (_, ms) => ms * 1e6)
    const { loop, columns, time } = setUp(everyMs, 1)
    loop.issue(1)
    for (time.nowNs = 3e6; time.nowNs < 40e6; time.nowNs += 2e6) loop.issue(loop.dueBy(time.nowNs))
    const waitedNs = everyMs.map((_, row) => row).filter((row) => row >= loop.issued && everyMs[row]! <= time.nowNs).map((row) => time.nowNs - everyMs[row]!)
    expect(Math.max(...waitedNs)).toBeLessThanOrEqual(24e6)
    expect(columns.outcome[1]).toBe(DROPPED)
  })

  it('keeps the time of a long pause when a short one follows', () => {
    const { loop, columns, time, answer } = setUp([0, 1e6, 28e6, 40e6], 2)
    loop.issue(1)
    time.nowNs = 25e6
    loop.issue(2)
    time.nowNs = 29.1e6
    loop.issue(3)
    time.nowNs = 40e6
    loop.issue(4)
    expect([columns.outcome[2], columns.outcome[3]]).not.toContain(DROPPED)
    answer(0, 0)
    loop.issue(4)
    answer(1, 1)
    loop.issue(4)
    expect(loop.allIssued).toBe(true)
  })

  it('forgives nothing to a timer that is always late', () => {
    const { loop, columns, time } = setUp([0, 1e6, 2e6], 1, Infinity)
    loop.issue(1)
    time.nowNs = 4e6
    loop.issue(3)
    expect([columns.outcome[1], columns.outcome[2]]).toEqual([DROPPED, DROPPED])
  })

  it('books as dropped what waits for a slot when it is stopped', () => {
    const { loop, columns, time, seen, answer } = setUp([0, 1e6, 2e6, 9e9], 1)
    loop.issue(1)
    time.nowNs = 4e6
    loop.issue(3)
    loop.stop()
    expect([loop.issued, columns.outcome[1], columns.outcome[2]]).toEqual([3, DROPPED, DROPPED])
    answer(0, 0)
    expect(seen.idle).toBe(1)
  })

  it('forgives a long pause for a tenth of a second and no more', () => {
    const { loop, columns, time } = setUp([0, 1e6, 500e6], 1)
    loop.issue(1)
    time.nowNs = 500e6
    loop.issue(3)
    time.nowNs = 599e6
    loop.issue(3)
    expect(loop.issued).toBe(1)
    time.nowNs = 601e6
    loop.issue(3)
    expect([columns.outcome[1], columns.outcome[2]]).toEqual([DROPPED, DROPPED])
  })

  it('says once everything is issued and answered that the cell is idle', () => {
    const { loop, seen, answer } = setUp([0, 1], 2)
    loop.issue(1)
    answer(0, 0)
    expect(seen.idle).toBe(0)
    loop.issue(2)
    expect(seen.idle).toBe(0)
    answer(1, 1)
    expect(seen.idle).toBe(1)
  })

  it('says when the steady phase starts, at its first arrival', () => {
    const { loop, seen } = setUp([0, 1, 2], 3)
    loop.issue(3)
    expect(seen.steadyAt).toBe(1)
  })

  it('sends a backlog of up to 2 s late, and loses what is older instead of sending a burst', () => {
    const { loop, sent, columns, control, time } = setUp([0, 1e9, 2e9, 3e9], 4)
    time.nowNs = 3.5e9
    loop.issue(loop.dueBy(time.nowNs))
    expect(sent.map(({ row }) => row)).toEqual([2, 3])
    expect([columns.outcome[0], columns.outcome[1], control[STALLED]]).toEqual([DROPPED, DROPPED, 2])
  })

  it('issues nothing after it was stopped, and is idle when the rest has answered', () => {
    const { loop, sent, seen, answer } = setUp([0, 1, 2], 3)
    loop.issue(1)
    loop.stop()
    loop.issue(3)
    expect([sent.length, seen.idle, loop.allIssued]).toEqual([1, 0, true])
    answer(0, 0)
    expect(seen.idle).toBe(1)
  })
})
