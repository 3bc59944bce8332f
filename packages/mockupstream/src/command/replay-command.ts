import type { CAC } from 'cac'
import { badOptions } from '../errors.js'
import { startReplay } from '../replay/start-replay.js'
import { readyLine } from './command-io.js'
import type { CommandIo } from './command-io.js'
import { given } from './given.js'
import type { OptionReader } from './option-reader.js'
import { readFaults } from './read-faults.js'
import { readLimits } from './read-limits.js'
import { readReach } from './read-reach.js'
import { readRecord } from './read-record.js'

/** Adds `replay`: serve the four fixtures until a signal. */
export function replayCommand(cli: CAC, reader: () => OptionReader, io: CommandIo): void {
  cli
    .command('replay', 'Answer every request with the bytes of a fixture')
    .option('--fixtures <dir>', 'Directory with the four fixtures (required)')
    .option('--host <address>', 'Literal loopback address', { default: '127.0.0.1' })
    .option('--port <n>', 'Port; 0 takes any free one', { default: 0 })
    .option('--warmup-requests <n>', 'Requests sent to itself before it is ready', { default: 20_000 })
    .option('--expect-digest <hex>', 'Refuse to start on other fixtures')
    .option('--version-stamp <text>', 'Shown as "version" on /healthz')
    .option('--max-body <bytes>', 'Largest request body', { default: '1MiB' })
    .option('--request-timeout <duration>', 'From the first byte of a request to its last', { default: '30s' })
    .option('--max-connections <n>', 'Further ones are closed at once', { default: 4096 })
    .option('--listen <where>', 'bridge or bridge:INTERFACE: a container bridge instead of loopback')
    .option('--tls', 'HTTPS with an authority made for this run')
    .option('--record <file>', 'Append every request to this file; not for measurements')
    .option('--record-policy <policy>', 'sync, tick or fsync', { default: 'tick' })
    .option('--allow-faults', 'Obey the request header x-mock-fault')
    .option('--fault-rules <file>', 'JSON list of rules: fault, path, header, from, to, share')
    .option('--seed <text>', 'Decides every draw of the faults', { default: 'lat' })
    .option('--allow-plants', 'Obey x-lat-plant-us and --stall-at')
    .option('--stall-at <n>', 'Hold all answers, once, from the n-th request on ...')
    .option('--stall-ms <ms>', '... for this long')
    .example('  $ lat-mockupstream replay --fixtures fixtures/replay')
    .example('  $ lat-mockupstream replay --fixtures fixtures/replay --port 19099 --expect-digest "$DIGEST"')
    .example('  $ lat-mockupstream replay --fixtures fixtures/replay --allow-plants --stall-at 1000 --stall-ms 500')
    .action(async () => {
      const read = reader()
      const fixturesDir = read.text('fixtures')
      if (fixturesDir === undefined) read.faults.push('--fixtures is required: the directory with the four fixtures.')
      const atRequest = read.whole('stall-at')
      const holdMs = read.whole('stall-ms')
      if ((atRequest === undefined) !== (holdMs === undefined)) read.faults.push('--stall-at and --stall-ms belong together.')
      const options = {
        fixturesDir: fixturesDir ?? '',
        ...readReach(read, read.text('host'), read.whole('port')),
        ...readLimits(read),
        ...given('faults', readFaults(read)),
        ...given('record', readRecord(read, 'record')),
        ...given('warmupRequests', read.whole('warmup-requests')),
        ...given('expectDigest', read.text('expect-digest')),
        ...given('versionStamp', read.text('version-stamp')),
        allowPlants: read.flag('allow-plants'),
        ...given('stall', atRequest === undefined || holdMs === undefined ? undefined : { atRequest, holdMs }),
      }
      if (read.faults.length > 0) throw badOptions(read.faults)
      const replay = await startReplay(options)
      io.out(readyLine(replay.url, replay.identity))
      await io.stopped
      await replay.close()
    })
}
