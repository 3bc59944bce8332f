import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { quantile } from '@lat/estimators'

/** Where a program is: named by its variable, such as `LAT_VEGETA=/opt/vegeta`, else on the PATH. */
export function programPath(program: string): string {
  return process.env[`LAT_${program.toUpperCase()}`] ?? program
}

/** Whether a program can be started here. */
export function installed(program: string): boolean {
  return spawnSync(programPath(program), ['--version'], { stdio: 'ignore' }).error === undefined
}

/** First line that a program says about its version, for the record. */
export function versionLine(program: string): string {
  const { stdout, stderr } = spawnSync(programPath(program), [program === 'nginx' ? '-v' : '--version'], { encoding: 'utf8' })
  return `${stdout}${stderr}`.trim().split('\n')[0] ?? ''
}

/** Words before a command that keep it on one core; none where the system has no `taskset`, or for no core. */
export function onCore(core: number | null): readonly string[] {
  if (core === null) return []
  return spawnSync('taskset', ['--version'], { stdio: 'ignore' }).error === undefined ? ['taskset', '-c', `${core}`] : []
}

/** Words before a command that nothing but interrupts may stop while it has work; none where this user may not ask for that. */
export function aheadOfAll(): readonly string[] {
  const words = ['chrt', '--fifo', '1']
  return spawnSync(words[0]!, [...words.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? words : []
}

/** Keeps this process on some cores, with every thread it has and everything it starts from now on. */
export function keepOnCores(cores: readonly number[]): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', cores.join(','), `${process.pid}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`taskset cannot keep this process on core ${cores.join(', ')}: ${stderr}`)
}

/** What a command prints; its exit code is its own affair. */
export async function output(words: readonly string[]): Promise<string> {
  const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  return Buffer.concat(chunks).toString()
}

export interface VegetaReading {
  /** What `vegeta report` prints: from the start of the hit. */
  readonly reportedP50Ns: number
  /** The same rows from their place in vegeta's own schedule, so that its pacer's lateness counts as ours does. */
  readonly fromScheduleP50Ns: number
}

/** vegeta's median, as reported and from the schedule; its warm-up is an attack whose results are thrown away. */
export async function vegetaP50(url: string, core: number | null, ratePerSecond: number, warmupSeconds: number, seconds: number): Promise<VegetaReading> {
  const vegeta = `'${programPath('vegeta')}'`
  const attack = (duration: number): string => `printf 'GET %s\\n' '${url}' | ${vegeta} attack -rate ${ratePerSecond}/1s -duration ${duration}s -connections 40 -workers 40 -max-workers 40`
  const csv = await output([...onCore(core), 'sh', '-c', `${attack(warmupSeconds)} > /dev/null; ${attack(seconds)} | ${vegeta} encode -to csv`])
  const lines = csv.trim().split('\n')
  const baseNs = BigInt(lines[0]!.split(',', 1)[0]!)
  const hits = lines.map((line) => {
    const [at, , latency, , , , , , sequence] = line.split(',')
    return { startNs: Number(BigInt(at!) - baseNs), latencyNs: Number(latency), dueNs: (Number(sequence) * 1e9) / ratePerSecond }
  })
  // The earliest hit of all, set against its place, is taken as on time.
  const originNs = hits.map(({ startNs, dueNs }) => startNs - dueNs).reduce((least, one) => Math.min(least, one))
  return {
    reportedP50Ns: quantile(hits.map(({ latencyNs }) => latencyNs), 0.5),
    fromScheduleP50Ns: quantile(hits.map(({ startNs, latencyNs, dueNs }) => startNs - originNs - dueNs + latencyNs), 0.5),
  }
}

/** oha's median with latency correction, ns. */
export async function ohaP50Ns(url: string, core: number | null, ratePerSecond: number, warmupSeconds: number, seconds: number): Promise<number> {
  const run = (duration: number): Promise<string> => output([...onCore(core), programPath('oha'), '-q', `${ratePerSecond}`, '-c', '40', '-z', `${duration}s`, '--latency-correction', '--no-tui', '--output-format', 'json', url])
  await run(warmupSeconds)
  return (JSON.parse(await run(seconds)) as { readonly latencyPercentiles: { readonly p50: number } }).latencyPercentiles.p50 * 1e9
}

/** autocannon's closed-loop maximum on one core, requests per second. */
export async function autocannonMaxPerSecond(url: string, core: number | null, warmupSeconds: number, seconds: number): Promise<number> {
  const text = await output([...onCore(core), programPath('autocannon'), '-c', '100', '-d', `${seconds}`, '-W', '[', '-c', '100', '-d', `${warmupSeconds}`, ']', '--json', url])
  return (JSON.parse(text.trim().split('\n').at(-1)!) as { readonly requests: { readonly average: number } }).requests.average
}
