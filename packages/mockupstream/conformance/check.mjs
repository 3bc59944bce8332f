// Drives the upstream with the real clients and prints one line per case; exit code 1 when one fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientsOf } from './clients.mjs'
import { FAILING, readRecords, RETRYING } from './failing-cases.mjs'
import { POSITIVE, REPLY } from './positive-cases.mjs'
import { startFake } from './start-upstream.mjs'

globalThis.AI_SDK_LOG_WARNINGS = false
const failed = []
let passed = 0
async function play(name, run) {
  try {
    await run()
    passed += 1
    console.log(`ok    ${name}`)
  } catch (error) {
    failed.push(name)
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const storing = await startFake({ reply: REPLY, storeResponses: true, faults: { allowHeader: true } })
const calling = await startFake({ reply: REPLY, callTools: true })
const clients = { ...clientsOf(storing.url), calling: clientsOf(calling.url) }
for (const [name, run] of POSITIVE) await play(name, () => run(clients))
for (const [name, run] of FAILING) await play(name, () => run(clients))
await Promise.all([storing.close(), calling.close()])

const directory = mkdtempSync(join(tmpdir(), 'lat-conformance-'))
for (const [index, [name, faults, run]] of RETRYING.entries()) {
  const file = join(directory, `${index}.jsonl`)
  const upstream = await startFake({ reply: REPLY, faults, record: { file } })
  await play(name, () => run(clientsOf(upstream.url, { maxRetries: 2 }), () => readRecords(file)))
  await upstream.close()
}
rmSync(directory, { recursive: true })
console.log(JSON.stringify({ name: 'mockupstream-conformance', positive: POSITIVE.length, failing: FAILING.length, retrying: RETRYING.length, passed, failed }))
// Clients keep connections open; nothing is left to do.
process.exit(failed.length === 0 ? 0 : 1)
