import { parseArgs } from 'node:util'
import { startRelay } from './start-relay.js'

const USAGE = `lat-relay --upstream URL [--port N] [--plant-delay-us N]

Relays HTTP/1.1 from 127.0.0.1 to one upstream, byte by byte.

  --upstream URL       http://host:port to relay to
  --port N             port to listen on (default: any free one)
  --plant-delay-us N   hold the first byte of each answer back by N microseconds;
                       the answer says how long it was held (x-lat-planted-ns);
                       a request with x-lat-plant: off is answered at once

Prints one JSON line when it listens, and ends on SIGTERM or SIGINT.`

const USAGE_ERROR = 2

function wholeNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { upstream: { type: 'string' }, port: { type: 'string' }, 'plant-delay-us': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(USAGE)
    return
  }
  if (values.upstream === undefined) throw new Error('--upstream is missing: say where to relay to.')
  const port = wholeNumber(values.port)
  if (Number.isNaN(port)) throw new Error(`--port is "${values.port!}"; it must be a whole number.`)

  const relay = await startRelay({ upstreamUrl: values.upstream, plantDelayUs: wholeNumber(values['plant-delay-us']), port })
  const end = () => void relay.close().then(() => process.exit(0))
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  console.log(JSON.stringify({ ready: true, name: 'lat-relay', pid: process.pid, url: relay.url }))
}

main().catch((error: unknown) => {
  console.error(`lat-relay: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = USAGE_ERROR
})
