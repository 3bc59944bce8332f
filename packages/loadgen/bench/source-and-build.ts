/**
 * Does the generator read the same from source (TypeScript through a loader) as from the build? Runs the command of
 * both in turn against nginx, each twice, and compares their ratio with the ratios of each to itself.
 *
 * LAT_LOADGEN_BUILD=/somewhere/node_modules/@lat/loadgen/bin/loadgen.mjs \
 *   npx tsx --conditions=@lat/source packages/loadgen/bench/source-and-build.ts [--blocks 8] [--seconds 5] [--warmup 3] [--rate 500]
 *
 * The build is an installed tarball: a folder without `src`.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { acrossRepetitions } from '@lat/estimators'
import type { Interval } from '@lat/estimators'
import { installed, output } from './other-tools.js'
import { startNginx } from './start-nginx.js'

const { values: options } = parseArgs({ options: { blocks: { type: 'string', default: '8' }, seconds: { type: 'string', default: '5' }, warmup: { type: 'string', default: '3' }, rate: { type: 'string', default: '500' } } })
const source = fileURLToPath(new URL('../bin/loadgen.mjs', import.meta.url))
const build = process.env['LAT_LOADGEN_BUILD'] ?? ''
if (!existsSync(build) || !installed('nginx')) {
  console.log(`SKIPPED source-and-build: ${existsSync(build) ? 'nginx is not installed' : 'LAT_LOADGEN_BUILD does not name an installed bin/loadgen.mjs'}`)
  process.exit(0)
}
const nginx = await startNginx()

interface Reading {
  readonly duration: number
  readonly response: number
}
async function p50Ns(bin: string): Promise<Reading> {
  const words = ['--rate', options.rate, '--warmup', `${options.warmup}s`, '--duration', `${options.seconds}s`, '--no-canary', '--quiet', '--json', nginx.url]
  const { arms } = JSON.parse(await output([process.execPath, bin, ...words])) as { readonly arms: readonly { readonly durationNs: { readonly p50Ns: number }; readonly responseNs: { readonly p50Ns: number } }[] }
  return { duration: arms[0]!.durationNs.p50Ns, response: arms[0]!.responseNs.p50Ns }
}

const sides = { source, build, 'source again': source, 'build again': build }
const read: Record<string, Reading>[] = []
try {
  for (let block = 0; block < Number(options.blocks); block += 1) {
    const readings: Record<string, Reading> = {}
    const order = Object.entries(sides)
    for (const [side, bin] of block % 2 === 0 ? order : order.reverse()) readings[side] = await p50Ns(bin)
    read.push(readings)
    process.stderr.write(`block ${block + 1}: ${Object.entries(readings).map(([side, { duration }]) => `${side} ${(duration / 1000).toFixed(1)}`).join(', ')} us\n`)
  }
} finally {
  await nginx.stop()
}

let same = true
for (const series of ['duration', 'response'] as const) {
  const ratios = (over: string, under: string): number[] => read.map((readings) => readings[over]![series] / readings[under]![series])
  const aa = [...ratios('source again', 'source'), ...ratios('build again', 'build')]
  // Pairs of neighbours in time, so that both kinds of ratio span the same stretch.
  const across = acrossRepetitions([...ratios('build', 'source'), ...ratios('build again', 'source again')], 0.9)
  const control = acrossRepetitions(aa, 0.9)
  const [own, other] = [across, control].map(({ distributionFree }) => distributionFree!) as [Interval, Interval]
  const within = own.low! <= other.high! && other.low! <= own.high!
  same &&= within
  const shown = ({ median, distributionFree }: typeof across): string => `${median.toFixed(4)}, 90 % [${distributionFree?.low?.toFixed(4) ?? 'open'}, ${distributionFree?.high?.toFixed(4) ?? 'open'}]`
  console.log(`${series} P50, build / source ${shown(across)}; A/A ${shown(control)}: ${within ? 'within' : 'OUTSIDE'} the A/A`)
}
process.exitCode = same ? 0 : 1
