// Runs in a project that has the packages from npm: the commands as a user would start them.
import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const fixtures = join(dirname(createRequire(import.meta.url).resolve('@lat/mockupstream/package.json')), 'dist/fixtures')
const bin = (command) => join('node_modules', '.bin', command)
const upstream = spawn(process.execPath, [bin('lat-mockupstream'), 'replay', '--fixtures', fixtures, '--warmup-requests', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const { value } = await createInterface({ input: upstream.stdout })[Symbol.asyncIterator]().next()
  const load = ['--rate', '50', '--duration', '1s', '--warmup', '0s', '--body', '{"model":"m","messages":[]}', '--expect', 'json', '--json', '--quiet', `${JSON.parse(value).url}/v1/chat/completions`]
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin('loadgen'), ...load], { encoding: 'utf8' })
  // 1 is the generator's own verdict on a busy machine; the requests must have been answered all the same.
  if (![0, 1, 3].includes(status)) throw new Error(`loadgen ended with ${status}: ${stderr}`)
  console.log(`loadgen from its tarball, exit ${status}: ${Buffer.byteLength(stdout)} bytes of report`)
  if (!/"ok":\s*50\b/.test(stdout)) throw new Error(`50 requests were to be answered: ${stdout}`)
} finally {
  upstream.kill('SIGTERM')
}

// The demo of gwbench: upstream, gateways and relays all come from the tarballs, fixtures included.
const { INIT_CWD: _, ...env } = process.env
const demo = spawnSync(process.execPath, [bin('gwbench'), 'run', '--rounds', '6', '--warmup', '1', '--runs', '1', '--max-load', '1000', '--json'], { encoding: 'utf8', env })
if (demo.status !== 0) throw new Error(`gwbench ended with ${demo.status}: ${demo.stderr}`)
const { targets, upstreamRequestsPerRequest, directory } = JSON.parse(demo.stdout)
const names = targets.map(({ name }) => name).join(' ')
if (names !== 'direct passthrough passthrough-twin enforce relay planted-3ms' || upstreamRequestsPerRequest !== 1) throw new Error(`The demo measured ${names}, ${upstreamRequestsPerRequest} upstream requests per request.`)
if (dirname(directory) !== join(process.cwd(), 'results')) throw new Error(`The run is in ${directory}, not in results/ of where it was called.`)
console.log(`gwbench from its tarball, outside the clone: ${names}`)
