import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { processTreeUsage, valueOrNull } from '../src/index.js'

/**
 * A process with two children, one of which has a child that ends before it does. Each burns a given CPU time by its own
 * counter, so that a busy machine only makes it slower, and prints what it has used.
 */
const BURN = `
const { spawn } = require('node:child_process')
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 }
const [seconds, ...children] = JSON.parse(process.argv[1])
const started = children.map((child) => { const c = spawn(process.execPath, ['-e', process.env.BURN, JSON.stringify(child)], { stdio: ['pipe', 'inherit', 'inherit'] }); return c })
const until = used() + seconds
while (used() < until);
const say = () => console.log(JSON.stringify({ pid: process.pid, seconds: used() }))
if (seconds < 1) { say(); process.exit() }
say()
process.stdin.resume().on('end', () => process.exit())
process.on('exit', () => started.forEach((child) => child.stdin.end()))
`

describe('processTreeUsage', () => {
  it('is within 3 % of what the processes of a planted tree say they used, ended ones included', async () => {
    const tree = [2, [2], [1.5, [0.9]]]
    const parent = spawn(process.execPath, ['-e', BURN, JSON.stringify(tree)], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, BURN } })
    const said: { pid: number; seconds: number }[] = []
    for await (const line of createInterface({ input: parent.stdout })) {
      said.push(JSON.parse(line) as { pid: number; seconds: number })
      if (said.length === 4) break
    }
    const usage = valueOrNull(await processTreeUsage(parent.pid!))!
    const expected = said.reduce((sum, { seconds }) => sum + seconds, 0)
    expect(expected).toBeGreaterThan(6.3)
    expect(Math.abs(usage.cpuSeconds - expected) / expected).toBeLessThan(0.03)
    // The one that ended is in the time of its parent and no longer in the tree.
    expect(usage.processes).toBe(3)
    expect(usage.rssBytes).toBeGreaterThan(3 * 20_000_000)
    parent.stdin.end()
    await new Promise((resolve) => parent.on('close', resolve))
    expect((await processTreeUsage(parent.pid!)).state).toBe('unknown')
  })
})
