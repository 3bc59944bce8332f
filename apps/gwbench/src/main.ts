import { cac } from 'cac'
import type { Command } from 'cac'
import { crowdCommand } from './commands/crowd.js'
import { plantedCommand } from './commands/planted.js'
import type { RawPlantedOptions } from './commands/planted.js'
import { runCommand } from './commands/run.js'
import { exitCodeOf, explain } from './exit.js'
import type { RawMeasurementOptions } from './options/measurement-options.js'
import type { RawRunOptions } from './options/run-config.js'
import { ownVersion } from './run/locate.js'

const cli = cac('gwbench')

interface Defaults {
  readonly rounds: number
  readonly warmup: number
  readonly runs: number
  readonly wait: string
}

function measuring(command: Command, { rounds, warmup, runs, wait }: Defaults, withCadence = true): Command {
  if (withCadence) command.option('--cadence <cadence>', 'what a target did just before: primed, plain or paced:<ms> (default: primed)')
  return command
    .option('--rounds <n>', `kept rounds per run (default: ${rounds})`)
    .option('--warmup <n>', `rounds before them that are not kept (default: ${warmup})`)
    .option('--runs <n>', `runs to keep (default: ${runs})`)
    .option('--max-load <x>', '1-minute load average above which no run starts or is kept (default: 4)')
    .option('--wait <duration>', `how long to wait for that load, such as 2h (default: ${wait})`)
    .option('--seed <text>', 'names the random order of the targets (default: lat)')
    .option('--out <dir>', 'where the directory of the run is made (default: results/ of the clone)')
    .option('--fixtures <dir>', 'answers of the mock upstream (default: fixtures/replay of the clone)')
    .option('--json', 'print one line of JSON instead of tables')
}

measuring(
  cli.command('run', 'How much latency does each gateway add? Paired round by round against the upstream; without targets, a demo'),
  { rounds: 500, warmup: 50, runs: 3, wait: '0, refuse at once' },
)
  .option('--direct <url>', 'the upstream itself, URL or URL|KEYFILE')
  .option('--target <target>', 'a gateway in front of it, NAME|URL|KEYFILE; KEYFILE may be empty; may be repeated')
  .option('--litellm <target>', 'the same with the name litellm, URL|KEYFILE')
  .option('--llmflow <target>', 'the same with the name llmflow, URL|KEYFILE')
  .option('--control <kind>', 'relays that gwbench puts beside the targets: aa, planted or none (default: aa)')
  .option('--aa <pair>', 'NAME|TWIN, two targets that are instances of the same gateway, as the A/A control')
  .option('--parallelism <text>', 'NAME|TEXT, what a target uses of the machine, for the report; may be repeated')
  .option('--prompt-file <file>', 'the user message (default: ping)')
  .option('--model <name>', 'model of the request (default: gpt-4o-mini-2024-07-18)')
  .option('--allow-remote', 'let targets be on other machines, with the permission of whoever runs them')
  .example('  gwbench run                                  # the embedded demo, about a minute')
  .example("  gwbench run --direct http://127.0.0.1:18000/v1/chat/completions --target 'v2|http://127.0.0.1:18080/v1/chat/completions|'")
  .example("  gwbench run --direct … --target 'v2|…|/home/me/keys/v2' --rounds 2000 --warmup 200 --runs 8 --wait 2h")
  .action((options: RawRunOptions) => runCommand(options))

measuring(cli.command('planted', 'Does the instrument see a delay that was planted, and nothing where there is nothing?'), { rounds: 2000, warmup: 200, runs: 1, wait: '5m' })
  .option('--delay-us <n>', 'the delay to plant (default: 3000)')
  .example('  gwbench planted')
  .example('  gwbench planted --json --rounds 4000')
  .action((options: RawPlantedOptions) => plantedCommand(options))

measuring(cli.command('crowd', 'Does the overhead of a target depend on how many others share its rounds? Primed and plain, 1 and 5 others'), { rounds: 300, warmup: 30, runs: 4, wait: '5m' }, false)
  .example('  gwbench crowd')
  .action((options: RawMeasurementOptions) => crowdCommand(options))

cli.help((sections) => [...sections, { title: 'Exit codes', body: '  0 ok   1 refused, discarded or a control missed   2 usage   3 could not measure   130 interrupted' }])
cli.version(ownVersion())

/** pnpm hands a leading `--` through; it means nothing here. */
function argumentsOf(argv: readonly string[]): string[] {
  const [node, script, ...rest] = argv
  return [node!, script!, ...rest.filter((argument, index) => !(argument === '--' && index <= 1))]
}

async function main(): Promise<number> {
  cli.parse(argumentsOf(process.argv), { run: false })
  if (cli.options['help'] || cli.options['version']) return 0
  if (cli.matchedCommand === undefined) {
    cli.outputHelp()
    return cli.args.length === 0 ? 0 : 2
  }
  return (await cli.runMatchedCommand()) as number
}

// No top-level await: this file is built as CommonJS too.
main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`)
    process.exitCode = exitCodeOf(error)
  },
)
