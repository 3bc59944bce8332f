import type { Row } from '@lat/rows'
import type { ArmSpec } from './cell-spec.js'
import { CellRows } from './cell-rows.js'
import { createColumns, PENDING } from './columns.js'
import { cannotConnect } from './errors.js'
import { passAMoment } from './engine/pass-a-moment.js'
import { parseCellSpec } from './parse-cell-spec.js'
import { ThreadClock } from './thread-clock.js'
import { createUndiciTransport } from './transport/undici-transport.js'
import { installedUndici } from './undici-version.js'
import { wireTarget } from './wire-target.js'

export interface OneAtATimeSpec {
  readonly targets: readonly ArmSpec[]
  /** Default 30000. */
  readonly requestTimeoutMs?: number
  readonly ca?: string
  readonly allowRemote?: boolean
}

export interface OneAtATime {
  /**
   * Sends one request to a target and waits for its answer. `scheduledNs` of the row is the instant of
   * the call, from the creation of this client; failures are rows, not errors.
   */
  request(targetIndex: number): Promise<Row>
  /** Connections opened after the first ones: 0 while every server keeps its connection. */
  readonly reconnects: number
  close(): Promise<void>
}

/**
 * Sequential requests to several targets, one connection each, in the calling thread: the driver of
 * paired rounds. While it waits it polls the event loop instead of sleeping in it, because waking up
 * costs as much as a fast answer.
 *
 * @throws as `runCell`
 */
export async function createOneAtATime(spec: OneAtATimeSpec): Promise<OneAtATime> {
  const { targets: arms, ...rest } = spec
  const cell = parseCellSpec({ name: 'one at a time', arms, assignment: 'arrival', seed: 'none', ratePerSecond: 1, warmupMs: 0, steadyStartMs: 0, steadyMs: 1000, ...rest })
  installedUndici()
  const targets = await Promise.all(cell.arms.map((arm) => wireTarget(arm, cell.allowRemote, cell.ca)))
  const armNames = targets.map(({ arm }) => arm)
  const clock = new ThreadClock()
  clock.startAt(process.hrtime.bigint())
  const columns = createColumns(new Float64Array(1), new Uint8Array(1), true)
  const transport = createUndiciTransport(targets, 1, { columns, clock, finished: () => undefined, label: () => undefined })
  try {
    await transport.connect(cell.requestTimeoutMs)
  } catch (error) {
    await transport.close()
    throw cannotConnect(targets.map(({ origin }) => origin).join(', '), targets.map(({ address }) => address).join(', '), error instanceof Error ? error.message : String(error))
  }
  let sequence = 0
  let busy = false

  /** Turns of the event loop until the outcome is there. */
  function answered(deadlineNs: number): Promise<void> {
    return new Promise((resolve) => {
      const poll = (): void => {
        if (columns.outcome[0] !== PENDING) return resolve()
        if (clock.now() >= deadlineNs) transport.expire(0)
        passAMoment()
        setImmediate(poll)
      }
      setImmediate(poll)
    })
  }

  return {
    async request(targetIndex) {
      if (targets[targetIndex] === undefined) throw new RangeError(`target ${targetIndex} of ${targets.length}`)
      if (busy) throw new RangeError('the last request has not been answered: one at a time')
      busy = true
      for (const column of [columns.connectedNs, columns.writtenNs, columns.firstByteNs, columns.firstEventNs, columns.secondEventNs, columns.lastByteNs]) column[0] = NaN
      columns.outcome[0] = PENDING
      columns.arm[0] = targetIndex
      const nowNs = clock.now()
      columns.scheduledNs[0] = nowNs
      transport.send(0, 0, targetIndex, nowNs)
      await answered(nowNs + cell.requestTimeoutMs * 1e6)
      busy = false
      const row = new CellRows(columns, armNames, { from: 0, length: 1, startNs: 0, shard: { index: 0, count: 1 } }).at(0)
      sequence += 1
      return { ...row, sequence: sequence - 1, scheduledNs: Math.round(row.scheduledNs) }
    },
    get reconnects() {
      return transport.reconnects
    },
    close: () => transport.close(),
  }
}
