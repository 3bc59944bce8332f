import { cac } from 'cac'
import { MockUpstreamInputError } from '../errors.js'
import type { MockUpstreamErrorCode } from '../errors.js'
import { packageVersion } from '../package-version.js'
import { checkCommand } from './check-command.js'
import { COMMAND_NAME } from './command-io.js'
import type { CommandIo } from './command-io.js'
import { fakeCommand } from './fake-command.js'
import { faultsCommand } from './faults-command.js'
import { OptionReader } from './option-reader.js'
import { replayCommand } from './replay-command.js'

export const EXIT_OK = 0
export const EXIT_USAGE = 2
export const EXIT_FAILED = 3

const USAGE_CODES = new Set<MockUpstreamErrorCode>(['LAT_MOCK_BAD_OPTIONS', 'LAT_MOCK_NOT_LOOPBACK', 'LAT_MOCK_FAULT_SPEC'])

/** Runs one command line (without node and script) and returns the exit code. */
export async function runCommand(words: readonly string[], io: CommandIo): Promise<number> {
  const cli = cac(COMMAND_NAME)
  cli.help()
  cli.version(packageVersion())
  replayCommand(cli, () => new OptionReader(words), io)
  fakeCommand(cli, () => new OptionReader(words), io)
  faultsCommand(cli, io)
  checkCommand(cli, () => new OptionReader(words), io)
  try {
    const { options } = cli.parse(['node', COMMAND_NAME, ...words], { run: false })
    if (options['help'] === true || options['version'] === true) return EXIT_OK
    if (cli.matchedCommand === undefined) {
      io.err(words[0] === undefined ? `${COMMAND_NAME}: no command given. Run ${COMMAND_NAME} --help.` : `${COMMAND_NAME}: unknown command "${words[0]}". Run ${COMMAND_NAME} --help.`)
      return EXIT_USAGE
    }
    await cli.runMatchedCommand()
    return EXIT_OK
  } catch (error) {
    if (!(error instanceof Error)) throw error
    io.err(`${COMMAND_NAME}: ${error.message}`)
    return error.name === 'CACError' || (error instanceof MockUpstreamInputError && USAGE_CODES.has(error.code)) ? EXIT_USAGE : EXIT_FAILED
  }
}
