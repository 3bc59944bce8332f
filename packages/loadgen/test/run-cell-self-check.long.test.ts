import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CellResult } from '../src/cell-result.js'
import { runCell } from '../src/run-cell.js'
import { cell } from './cell.js'
import { answerJson, startServer } from './start-server.js'
import type { RunningServer } from './start-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await startServer((response) => answerJson(response))
})
afterAll(() => server.stop())

const evidence = ({ selfCheck }: CellResult, name: string): number | null => selfCheck.evidence.find(({ signal }) => signal === name)!.value

describe('runCell self-check', () => {
  it('reads its signals and sends canaries to a responder of its own, not to the target', async () => {
    const before = server.requests.length
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 200, steadyMs: 1000, canary: true }))
    expect(server.requests.length - before).toBe(200)
    expect(evidence(result, 'canaries')).toBeGreaterThan(3)
    expect(evidence(result, 'canary-p50')).toBeGreaterThan(0)
    expect(evidence(result, 'planned-ten-ms-sends')).toBe(3)
    expect(result.cpuSeconds).toBeGreaterThan(0)
    expect(['clean', 'host-contended', 'generator-limited']).toContain(result.selfCheck.verdict)
  })

  it('accuses itself when its own loop was blocked', async () => {
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 200, steadyMs: 1000, plantedBlock: { blockMs: 40, everyMs: 50 } }))
    expect(result.selfCheck.verdict).not.toBe('clean')
    expect(result.selfCheck.reasons).toContain('event-loop-delay-p99')
  })

  it('accuses itself when its slots ran out', async () => {
    const slow = await startServer((response) => setTimeout(() => answerJson(response), 60))
    try {
      const result = await runCell(cell({ arms: [{ name: 'a', url: slow.url }], ratePerSecond: 200, steadyMs: 600, slots: 2 }))
      expect(result.steady.dropped).toBeGreaterThan(0)
      expect(result.selfCheck).toMatchObject({ verdict: 'generator-limited', reasons: expect.arrayContaining(['slots-exhausted']) })
    } finally {
      await slow.stop()
    }
  })

  it('has no verdict on a handful of arrivals', async () => {
    const result = await runCell(cell({ arms: [{ name: 'a', url: server.url }], ratePerSecond: 100, steadyMs: 50 }))
    expect(result.selfCheck.verdict).not.toBe('clean')
  })
})
