import { describe, expect, it } from 'vitest'
import { waitUntil } from '../src/wait-until.js'

describe('waitUntil', () => {
  it.each([-1, 0, 0.01, 0.5, 3, 7.25])('calls back not before an instant %d ms away', async (delayMs) => {
    const atMs = performance.now() + delayMs
    const reachedMs = await new Promise<number>((resolve) => waitUntil(atMs, () => resolve(performance.now())))
    expect(reachedMs).toBeGreaterThanOrEqual(atMs)
  })

  it('calls back in the order of the instants, whatever the order of the calls', async () => {
    const order: number[] = []
    const startMs = performance.now()
    await Promise.all([30, 10, 20].map((delayMs) => new Promise<void>((resolve) => waitUntil(startMs + delayMs, () => resolve(void order.push(delayMs))))))
    expect(order).toEqual([10, 20, 30])
  })

  it.each([1, 60_000])('lets other work go on while it waits %d ms', async (delayMs) => {
    const cancel = waitUntil(performance.now() + delayMs, () => undefined)
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    cancel()
  })

  it('never calls back after it was cancelled', async () => {
    let called = false
    const cancel = waitUntil(performance.now() + 1, () => (called = true))
    cancel()
    await new Promise<void>((resolve) => waitUntil(performance.now() + 3, resolve))
    expect(called).toBe(false)
  })
})
