/**
 * Is the processor time of a process tree what its processes used? Plants four processes that burn a known time by their
 * own counters, before and inside a window; one of them ends inside it. The difference of `processTreeUsage` at both
 * edges must be within 3 % of what they say.
 *
 * npx tsx --conditions=@lat/source packages/hostgate/bench/planted-tree.ts [repeats]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { processTreeUsage, valueOrNull } from '../src/index.js'

const BURN = `
const { spawn } = require('node:child_process')
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 }
const burn = (seconds) => { const until = used() + seconds; while (used() < until); }
const say = (mark) => console.log(JSON.stringify({ mark, pid: process.pid, seconds: used() }))
const { before, inside, ends, children } = JSON.parse(process.argv[1])
const started = children.map((child) => spawn(process.execPath, ['-e', process.env.BURN, JSON.stringify(child)], { stdio: ['pipe', 'inherit', 'inherit'] }))
burn(before)
say('open')
process.stdin.once('data', () => {
  for (const child of started) child.stdin.write('go')
  burn(inside)
  say('close')
  if (ends) process.exit()
})
process.stdin.on('end', () => { for (const child of started) child.stdin.end(); process.exit() })
`
const leaf = (inside: number, ends = false): object => ({ before: 0.2, inside, ends, children: [] })
const TREE = { before: 0.3, inside: 0.8, ends: false, children: [leaf(1), { ...leaf(0.6), children: [leaf(0.5, true)] }] }
const PROCESSES = 4
const repeats = Number(process.argv[2] ?? 8)

const errors: number[] = []
for (let repeat = 0; repeat < repeats; repeat += 1) {
  const root = spawn(process.execPath, ['-e', BURN, JSON.stringify(TREE)], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, BURN } })
  const closed = once(root, 'close')
  const lines = createInterface({ input: root.stdout })[Symbol.asyncIterator]()
  const total = async (mark: string): Promise<number> => {
    let sum = 0
    for (let index = 0; index < PROCESSES; index += 1) {
      const said = JSON.parse((await lines.next()).value as string) as { mark: string; seconds: number }
      if (said.mark !== mark) throw new Error(`Expected a mark "${mark}", got "${said.mark}"`)
      sum += said.seconds
    }
    return sum
  }
  const usage = async (): Promise<number> => valueOrNull(await processTreeUsage(root.pid!))!.cpuSeconds
  const saidOpen = await total('open')
  const readOpen = await usage()
  root.stdin.write('go')
  const saidClose = await total('close')
  const readClose = await usage()
  root.stdin.end()
  await closed
  const error = (100 * (readClose - readOpen - (saidClose - saidOpen))) / (saidClose - saidOpen)
  errors.push(error)
  console.log(`said ${(saidClose - saidOpen).toFixed(3)} s, read ${(readClose - readOpen).toFixed(3)} s, error ${error.toFixed(2)} %`)
}
const worst = errors.reduce((most, error) => Math.max(most, Math.abs(error)), 0)
console.log(`${repeats} windows: error from ${Math.min(...errors).toFixed(2)} to ${Math.max(...errors).toFixed(2)} %, worst ${worst.toFixed(2)} %, at most 3 %`)
if (worst > 3) process.exitCode = 1
