import { describe, expect, it } from 'vitest'
import { readIdle, valueOrNull } from '../../src/index.js'
import { fakeHost } from '../fake-host.js'
import { input } from '../input.js'

const stat = (pair: string): string[] => [input(`linux/proc-stat/${pair}.t0`), input(`linux/proc-stat/${pair}.t1`)]
const top = 'CPU usage: 11.50% user, 13.69% sys, 74.80% idle\n\nCPU usage: 6.04% user, 6.88% sys, 87.8% idle\n'

describe('readIdle', () => {
  it('measures over the interval it was asked for, and nothing before', async () => {
    const host = fakeHost({ files: { '/proc/stat': stat('01-idle96') } })
    expect(valueOrNull(await readIdle({ intervalMs: 2_000, host }))).toMatchObject({ meanPercent: 96, intervalMs: 2_000 })
    expect(host.log).toEqual(['sleep 2000'])
  })

  it('is unknown where /proc/stat cannot be read', async () => {
    expect(await readIdle({ host: fakeHost({ files: { '/proc/stat': { error: 'EACCES' } } }) })).toMatchObject({ state: 'unknown', reason: expect.stringContaining('EACCES') as string })
  })

  it('asks top of a Mac for two samples, and the cores around them', async () => {
    const host = fakeHost({ platform: 'darwin', commands: { 'top -l 2 -n 0 -s 2': top } })
    expect(valueOrNull(await readIdle({ intervalMs: 2_000, host }))).toMatchObject({ meanPercent: 87.08, lowestCorePercent: 0, perCorePercent: [75, 0], stealPercent: null })
  })

  it('falls back to iostat, and is unknown without either', async () => {
    const host = fakeHost({ platform: 'darwin', commands: { 'iostat -w 2 -c 2': input('mac/iostat/01-c2.txt') } })
    expect(await readIdle({ host })).toMatchObject({ value: { meanPercent: 98 }, source: 'iostat -c 2' })
    expect(await readIdle({ host: fakeHost({ platform: 'darwin' }) })).toEqual({ state: 'unknown', reason: 'top is not installed' })
  })

  it('is unknown on a system that nobody taught it', async () => {
    expect(await readIdle({ host: fakeHost({ platform: 'freebsd' }) })).toMatchObject({ state: 'unknown', reason: expect.stringContaining('freebsd') as string })
  })

  it.each([0, 99, Number.NaN, Infinity])('refuses an interval of %d ms', async (intervalMs) => {
    await expect(readIdle({ intervalMs, host: fakeHost() })).rejects.toMatchObject({ code: 'LAT_HOST_INTERVAL' })
  })
})
