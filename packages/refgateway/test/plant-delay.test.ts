import { describe, expect, it } from 'vitest'
import { plantDelay } from '../src/plant-delay.js'

const planted = (delayUs: number) => new Promise<number>((resolve) => { plantDelay(delayUs, resolve) })

describe('plantDelay', () => {
  it.each([1, 300, 5000])('lets at least %d us pass and says how many nanoseconds it were', async (delayUs) => {
    const startNs = process.hrtime.bigint()
    const plantedNs = await planted(delayUs)
    const passedNs = Number(process.hrtime.bigint() - startNs)
    expect(plantedNs).toBeGreaterThanOrEqual(delayUs * 1000)
    expect(plantedNs).toBeLessThanOrEqual(passedNs)
    expect(Number.isInteger(plantedNs)).toBe(true)
  })

  it('lets other work run meanwhile', async () => {
    const order: string[] = []
    const delay = planted(20_000).then(() => order.push('planted'))
    await new Promise((resolve) => setImmediate(resolve))
    order.push('other work')
    await delay
    expect(order).toEqual(['other work', 'planted'])
  })
})
