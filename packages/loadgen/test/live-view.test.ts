import { describe, expect, it } from 'vitest'
import { createColumns, DROPPED, FAILED, OK } from '../src/columns.js'
import { createControl, IN_FLIGHT, ISSUED } from '../src/control.js'
import { createLiveView } from '../src/live-view.js'
import { planArrivals } from '../src/plan-arrivals.js'

describe('createLiveView', () => {
  it('counts each arrival once, whenever it finished', () => {
    const plan = planArrivals({ ratePerSecond: 10, warmupMs: 300, steadyStartMs: 1000, steadyMs: 1000, arrivals: 'constant', seed: 's' })
    const columns = createColumns(plan.scheduledNs, new Uint8Array(13), false)
    const control = createControl()
    const view = createLiveView(columns, control, plan)

    control[ISSUED] = 3
    control[IN_FLIGHT] = 1
    columns.outcome.set([0, OK, DROPPED])
    columns.connectedNs[1] = 1000
    columns.lastByteNs[1] = 501_000
    expect(view(0.25e9)).toMatchObject({ phase: 'warmup', issued: 3, inFlight: 1, dropped: 1, failed: 0, ratePerSecond: 12, durationP50Ns: 500_223, responseP50Ns: 501_247 })

    columns.outcome[0] = FAILED
    expect(view(0.5e9)).toMatchObject({ phase: 'gap', issued: 3, dropped: 1, failed: 1, ratePerSecond: 0 })
    expect(view(1e9).phase).toBe('steady')
    expect(view(2e9).phase).toBe('drain')
  })

  it('has no latency before the first answer', () => {
    const plan = planArrivals({ ratePerSecond: 10, warmupMs: 0, steadyStartMs: 0, steadyMs: 1000, arrivals: 'constant', seed: 's' })
    const view = createLiveView(createColumns(plan.scheduledNs, new Uint8Array(10), false), createControl(), plan)
    expect(view(0)).toMatchObject({ phase: 'steady', durationP50Ns: null, durationP99Ns: null, responseP50Ns: null, ratePerSecond: 0 })
  })
})
