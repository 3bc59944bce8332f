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
