import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** Whether a program is on the PATH. */
export function installed(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

async function output(program: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdin.end(input)
  await once(child, 'close')
  return Buffer.concat(chunks).toString()
}

/** vegeta's own median, ns; its warm-up is an attack whose results are thrown away. */
export async function vegetaP50Ns(url: string, ratePerSecond: number, warmupSeconds: number, seconds: number): Promise<number> {
  const attack = (duration: number): string => `printf 'GET %s\\n' '${url}' | vegeta attack -rate ${ratePerSecond}/1s -duration ${duration}s -connections 40 -workers 40 -max-workers 40`
  const text = await output('sh', ['-c', `${attack(warmupSeconds)} > /dev/null; ${attack(seconds)} | vegeta report -type json`])
  return (JSON.parse(text) as { readonly latencies: { readonly '50th': number } }).latencies['50th']
}

/** oha's median with latency correction, ns. */
export async function ohaP50Ns(url: string, ratePerSecond: number, warmupSeconds: number, seconds: number): Promise<number> {
  const run = (duration: number): Promise<string> => output('oha', ['-q', `${ratePerSecond}`, '-c', '40', '-z', `${duration}s`, '--latency-correction', '--no-tui', '--output-format', 'json', url])
  await run(warmupSeconds)
  return (JSON.parse(await run(seconds)) as { readonly latencyPercentiles: { readonly p50: number } }).latencyPercentiles.p50 * 1e9
}

/** autocannon's closed-loop maximum, requests per second. */
export async function autocannonMaxPerSecond(url: string, seconds: number): Promise<number> {
  const text = await output('autocannon', ['-c', '100', '-d', `${seconds}`, '--json', url])
  return (JSON.parse(text) as { readonly requests: { readonly average: number } }).requests.average
}
