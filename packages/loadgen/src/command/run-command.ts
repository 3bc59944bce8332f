import { cac } from 'cac'
import type { CAC } from 'cac'
import { LoadgenError, LoadgenInputError } from '../errors.js'
import { FLAG_OPTIONS, loadOptions, OPTION_ALIASES } from './command-options.js'
import { exportCommand, refuseRunOptions } from './export-command.js'
import { loadCommand } from './load-command.js'
import { mergeCommand } from './merge-command.js'
import { optionWords } from './option-words.js'
import { RawOptions } from './raw-options.js'

/** The world a command runs in. */
export interface CommandIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Width to keep a live line in; `null` where nobody watches. */
  readonly liveWidth: number | null
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal
  readonly version: string
}

const EXIT_VALID = 0
const EXIT_USAGE = 2
const EXIT_UNJUDGED = 3

const NAME = 'loadgen'

function build(options: RawOptions, io: CommandIo, settle: (exitCode: number) => void): CAC {
  const cli = cac(NAME)
  loadOptions(cli.command('[...targets]', 'Send requests at a fixed rate, whether or not earlier ones have answered'))
    .option('--grace <time>', 'Wait for answers after the last arrival', { default: '10s' })
    .option('--poisson', 'Poisson arrivals instead of evenly spaced ones')
    .option('--seed <text>', 'Names the random draws', { default: 'loadgen' })
    .option('--pacing <mode>', 'worker, spin (4 cores or more) or timeout', { default: 'worker' })
    .option('--slot-order <order>', 'fifo or lifo', { default: 'fifo' })
    .option('--assignment <how>', 'With several targets: arrival or block', { default: 'arrival' })
    .option('--expect <what>', 'json: no top-level error; sse: a finished model stream; any', { default: 'any' })
    .option('--chunk-times <count>', 'With --expect sse: keep the arrival of this many stream chunks, for the gaps between events', { default: '0' })
    .option('-u, --vus, --closed <users>', 'Closed loop with this many users; takes no option that describes a schedule')
    .option('--shard <k/N>', 'Send only arrivals i with i mod N = k')
    .option('--start-at <time>', 'First arrival at this time, for generators on several machines')
    .option('--generator <name>', 'Name of this generator in a merge (default: shard-k)')
    .option('--json', 'Report as JSON on stdout')
    .option('--quiet', 'No live line')
    .option('--rows <file>', 'Write every steady row (gzip CSV; the primary record), over a file of that name')
    .option('--hdr <file>', 'Write an HdrHistogram log, mergeable across processes, over a file of that name')
    .option('--name <text>', 'Name of the run')
    .option('--no-canary', 'No canary requests inside the run')
    .option('--transport <name>', 'undici, or raw as a reference for its cost', { default: 'undici' })
    .option('--plant-block <ms/every>', 'Known-truth control: block the own loop, such as 100/1000')
    .example(`  ${NAME} --rate 500 --duration 60s --slots 40 http://127.0.0.1:8080/`)
    .example(`  ${NAME} -r 100 -d 20s -H 'content-type: application/json' --body-file chat.json --expect json http://127.0.0.1:8080/v1/chat/completions`)
    .example(`  ${NAME} -r 200 -d 30s direct=http://127.0.0.1:19099/ gateway=http://127.0.0.1:18080/     # interleaved per arrival`)
    .example(`  ${NAME} --closed 4 -d 10s http://127.0.0.1:8080/     # closed loop`)
    .action(async (targets: readonly string[], flags: Readonly<Record<string, unknown>>) => settle(await loadCommand(targets, options, flags, io)))

  loadOptions(cli.command('export <engine> <target>', 'Print the same load for k6 or vegeta'))
    .example(`  ${NAME} export k6 --rate 5000 --duration 60s http://127.0.0.1:8080/ > load.js`)
    .action(async (engine: string, target: string, flags: Readonly<Record<string, unknown>>) => settle(await exportCommand(engine, target, options, flags, io)))

  cli
    .command('merge [...files]', 'Put the parts of one load together: reports of shards (--json, with their --rows beside), or what k6 or vegeta wrote')
    .option('--from <engine>', 'loadgen, vegeta (encode --to csv or json) or k6 (--out csv)', { default: 'loadgen' })
    .option('--scenario <name>', 'Scenario of a k6 file to read')
    .option('--aa <a,b>', 'Two arms that are one target: a generator that tells them apart is dropped')
    .option('--aa-within <time>', 'Largest shift of their P50 that is nothing (default: 50us)')
    .option('--rows <file>', 'Write the merged rows, with a generator column (gzip CSV), over a file of that name')
    .option('--json', 'Report as JSON on stdout')
    .example(`  ${NAME} merge shard-0.json shard-1.json --rows merged.csv.gz`)
    .example(`  ${NAME} merge --from vegeta east=a.csv west=b.csv`)
    .action(async (files: readonly string[], flags: Readonly<Record<string, unknown>>) => settle(await mergeCommand(files, options, flags, io)))
  cli.help()
  cli.version(io.version)
  return cli
}

/** Every long option of every command, without dashes. */
function longNames({ commands, globalCommand }: CAC): Set<string> {
  return new Set([globalCommand, ...commands].flatMap(({ options }) => options.flatMap(({ rawName }) => [...rawName.matchAll(/--([a-z-]+)/g)].map(([, name]) => name!))))
}

/** Runs one command line (without node and script) and returns the exit code. */
export async function runCommand(words: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = EXIT_VALID
  const typed = new RawOptions(words, OPTION_ALIASES, FLAG_OPTIONS)
  const cli = build(typed, io, (code) => (exitCode = code))
  try {
    const { options } = cli.parse(['node', NAME, ...optionWords(words, longNames(cli))], { run: false })
    if (options['help'] === true || options['version'] === true) return EXIT_VALID
    if (cli.matchedCommandName === 'export') refuseRunOptions(typed)
    await cli.runMatchedCommand()
    return exitCode
  } catch (error) {
    if (!(error instanceof Error)) throw error
    io.err(`${NAME}: ${error.message}\n`)
    if (error instanceof LoadgenError) return EXIT_UNJUDGED
    if (error instanceof LoadgenInputError || error.name === 'CACError') return EXIT_USAGE
    throw error
  }
}
