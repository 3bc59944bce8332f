import type { CAC } from 'cac'
import { checkFixtures } from '../fixtures/check-fixtures.js'
import type { CommandIo } from './command-io.js'
import type { OptionReader } from './option-reader.js'

/** Adds `check`: validate a directory of fixtures and print its digest. */
export function checkCommand(cli: CAC, reader: () => OptionReader, io: CommandIo): void {
  cli
    .command('check <dir>', 'Validate a directory of fixtures and print its digest')
    .option('--json', 'One JSON object instead of lines')
    .example('  $ lat-mockupstream check fixtures/replay')
    .action(async (directory: string) => {
      const { fixtures, warnings } = await checkFixtures(String(directory))
      const { digest, byteLengths, eventsPerStream } = fixtures
      if (reader().flag('json')) return io.out(JSON.stringify({ fixturesDir: fixtures.directory, fixturesDigest: digest, byteLengths, eventsPerStream, warnings }))
      for (const [name, byteLength] of Object.entries(byteLengths)) {
        const events = name in eventsPerStream ? `, ${eventsPerStream[name as keyof typeof eventsPerStream]} events` : ''
        io.out(`${name}: ${byteLength} bytes${events}`)
      }
      for (const warning of warnings) io.out(`warning: ${warning}`)
      io.out(`digest: ${digest}`)
    })
}
