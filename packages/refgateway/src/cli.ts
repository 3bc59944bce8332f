import { RefGatewayStartError } from './errors.js'
import { readArguments } from './read-arguments.js'
import { startRefGateway } from './start-ref-gateway.js'

const usageExit = 2
const failedExit = 3

async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2))
  if (wanted.action === 'help') return
  if (wanted.action === 'refuse') {
    console.error(`lat-refgateway: ${wanted.message}\nSee lat-refgateway --help.`)
    process.exitCode = usageExit
    return
  }
  const gateway = await startRefGateway(wanted.config)
  const { version, mode, enforcing } = gateway.health()
  console.log(JSON.stringify({ ready: true, name: 'lat-refgateway', pid: process.pid, url: gateway.url, identity: { version, mode, enforcing } }))

  const stop = () => {
    // Only the first signal drains; the next one ends the process as signals do.
    process.off('SIGTERM', stop).off('SIGINT', stop)
    gateway.close().catch(fail)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}

function fail(error: unknown): void {
  const text = error instanceof RefGatewayStartError ? error.message : error instanceof Error ? error.stack : String(error)
  console.error(`lat-refgateway: ${text ?? ''}`)
  process.exitCode = failedExit
}

main().catch(fail)
