import type { CAC } from 'cac'
import { badOptions } from '../errors.js'
import { startFake } from '../fake/start-fake.js'
import { readyLine } from './command-io.js'
import type { CommandIo } from './command-io.js'
import { given } from './given.js'
import type { OptionReader } from './option-reader.js'
import { readFaults } from './read-faults.js'
import { readLimits } from './read-limits.js'
import { readReach } from './read-reach.js'
import { readRecord } from './read-record.js'

/** Adds `fake`: answer like a model server, one token per word, until a signal. */
export function fakeCommand(cli: CAC, reader: () => OptionReader, io: CommandIo): void {
  cli
    .command('fake', 'Answer like a model server, one token per word')
    .option('--addr <host:port>', 'Literal loopback address and port; port 0 takes any free one', { default: '127.0.0.1:0' })
    .option('--out <file>', 'Append every request to this file, mode 0600, before it is answered')
    .option('--record-policy <policy>', 'sync, tick or fsync', { default: 'tick' })
    .option('--model <name>', 'The only model there is', { default: 'fake' })
    .option('--reply <text>', 'Every answer', { default: 'ok' })
    .option('--delay <duration>', 'Before the first byte')
    .option('--token-delay <duration>', 'Between tokens, on an absolute schedule')
    .option('--fine-pacing', 'Meet token times to the microsecond, at the cost of a core')
    .option('--call-tools', 'Call a tool whenever one is offered')
    .option('--store-responses', 'Keep answers of the Responses API')
    .option('--max-body <bytes>', 'Largest request body', { default: '1MiB' })
    .option('--request-timeout <duration>', 'From the first byte of a request to its last', { default: '30s' })
    .option('--max-connections <n>', 'Further ones are closed at once', { default: 4096 })
    .option('--listen <where>', 'bridge or bridge:INTERFACE: a container bridge instead of loopback')
    .option('--tls', 'HTTPS with an authority made for this run')
    .option('--allow-faults', 'Obey the request header x-mock-fault')
    .option('--fault-rules <file>', 'JSON list of rules: fault, path, header, from, to, share')
    .option('--seed <text>', 'Decides every draw of the faults', { default: 'lat' })
    .option('--version-stamp <text>', 'Shown as "version" on /healthz')
    .example('  $ lat-mockupstream fake --addr 127.0.0.1:18000 --out requests.jsonl --model fake --reply "one two three"')
    .example('  $ lat-mockupstream fake --delay 50ms --token-delay 10ms')
    .example('  $ lat-mockupstream fake --allow-faults   # then: curl -H "x-mock-fault: status=429,retry-after=1" ...')
    .action(async () => {
      const read = reader()
      const addr = read.text('addr')
      const parts = addr === undefined ? null : /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(addr)
      if (addr !== undefined && parts === null) read.faults.push(`--addr is "${addr}"; it must be an address and a port, such as 127.0.0.1:18000.`)
      const delayNs = read.durationNs('delay')
      const tokenDelayNs = read.durationNs('token-delay')
      const reach = readReach(read, parts?.[1] ?? parts?.[2], parts === null ? undefined : Number(parts[3]))
      const options = {
        ...reach,
        ...readLimits(read),
        ...given('model', read.text('model')),
        ...given('reply', read.text('reply')),
        ...given('delayMs', delayNs === undefined ? undefined : delayNs / 1e6),
        ...given('tokenDelayMs', tokenDelayNs === undefined ? undefined : tokenDelayNs / 1e6),
        ...given('versionStamp', read.text('version-stamp')),
        finePacing: read.flag('fine-pacing'),
        callTools: read.flag('call-tools'),
        storeResponses: read.flag('store-responses'),
        ...given('faults', readFaults(read)),
        ...given('record', readRecord(read, 'out')),
      }
      if (read.faults.length > 0) throw badOptions(read.faults)
      const fake = await startFake(options)
      io.out(readyLine(fake.url, fake.identity))
      await io.stopped
      await fake.close()
    })
}
