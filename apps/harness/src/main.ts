import { cac } from 'cac'
import { doctorArguments, doctorHere } from '@lat/hostgate'
import type { DoctorOptions } from '@lat/hostgate'
import { benchCommand } from './commands/bench.js'
import type { BenchOptions } from './commands/bench.js'
import { figuresCommand } from './commands/figures.js'
import { judgeCommand } from './commands/judge.js'
import type { JudgeOptions } from './commands/judge.js'
import { truthCommand } from './commands/truth.js'
import type { TruthOptions } from './commands/truth.js'
import { exitCodeOf, explain } from './exit.js'
import { versionOf } from './run/locate.js'

const cli = cac('lat-harness')

cli
  .command('bench', 'Measure a gateway: direct, passthrough and enforce, with figure, bands and verdict')
  .option('--mode <mode>', 'smoke (2 min, a check of the machinery), quick (8 min) or evidence (an hour)', { default: 'quick' })
  .option('--subject <name>', 'refgateway, or a file that declares your gateway', { default: 'refgateway' })
  .option('--profile <name>', 'thresholds and rates: provisional, published, or a file of your own', { default: 'provisional' })
  .option('--design <design>', 'order of the arms: seed or counterbalanced', { default: 'seed' })
  .option('--out <dir>', 'where the run makes its directory (default: results/ of the clone)')
  .option('--seed <text>', 'names every random draw', { default: 'lat' })
  .option('--fixtures <dir>', 'replay fixtures of the upstream (default: those that come with it)')
  .option('--upstream-port <port>', 'port of the mock upstream', { default: 19_099 })
  .option('--subject-port <port>', 'port of the gateway under test', { default: 18_080 })
  .option('--passthrough-arg <arg>', 'further argument of the subject in passthrough; may be repeated')
  .option('--enforce-arg <arg>', 'further argument of the subject in enforce; may be repeated')
  .option('--controlb-arg <arg>', 'further argument of the second control alone: plants a difference between two subjects that are the same; may be repeated')
  .option('--rate-factor <x>', 'multiply every rate, to see what an overloaded cell looks like', { default: 1 })
  .option('--json', 'print one line of JSON instead of tables')
  .example('  lat-harness bench --mode smoke')
  .example('  lat-harness bench --mode smoke --enforce-arg=--not-enforcing   # must fail BAND3')
  .example('  lat-harness bench --mode smoke --controlb-arg=--plant-delay-us=3000   # must show in CONTROL-AA')
  .example('  lat-harness bench --subject ./my-gateway.json --out ./runs')
  .action((options: BenchOptions) => benchCommand(options))

cli
  .command('figures <dir>', 'Render the figures and tables of a run again from its rows; no load')
  .option('--check', 'compare only: exit 1 and name what no longer follows from the rows')
  .example('  lat-harness figures results/2026-11-30-abc1234-linux-x64-2c-quick-r1 --check')
  .action((dir: string, options: { check?: unknown }) => figuresCommand(dir, options))

cli
  .command('judge [dir]', 'Judge a run again from its rows')
  .option('--cells <file>', 'judge per-cell quantiles in a JSON file instead of a run')
  .option('--profile <name>', 'judge by another profile than the run was made under: a name or a file')
  .option('--tables', 'print every table before the bands')
  .option('--json', 'print one line of JSON')
  .example('  lat-harness judge results/2026-11-30-abc1234-linux-x64-2c-quick-r1')
  .example('  lat-harness judge --cells cells.json --profile published --json')
  .action((dir: string | undefined, options: JudgeOptions) => judgeCommand(dir, options))

cli
  .command('truth', 'Plant known delays and true zeros, and see whether the instrument finds them (4 min)')
  .option('--rows <n>', 'rows of each arm', { default: 3000 })
  .option('--restarts <n>', 'restarts of the two processes of one configuration', { default: 5 })
  .option('--seed <text>', 'names every random draw', { default: 'lat' })
  .option('--fixtures <dir>', 'replay fixtures of the upstream (default: those that come with it)')
  .option('--json', 'print one line of JSON')
  .action((options: TruthOptions) => truthCommand(options))

cli
  .command('doctor', 'Is this machine quiet and powered enough to measure on?')
  .option('--json', 'print the readings and the checks as JSON')
  .option('--watch', 'look again every few seconds')
  .option('--floor <percent>', 'lowest idle that counts as quiet (default: 60)')
  .option('--minutes <n>', 'first read idle for so long, and say how likely an evidence run would be stopped')
  .option('--readings <n>', 'idle readings of that run (default: 106)')
  .action((options: DoctorOptions) => doctorHere(doctorArguments(options)))

cli.help((sections) => [...sections, { title: 'Exit codes', body: '  0 valid   1 refused or violated   2 usage   3 could not measure or judge   130 interrupted' }])
cli.version(versionOf('@lat/harness'))

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
    const unknown = Object.keys(cli.options).filter((name) => name !== '--')
    if (cli.args.length === 0 && unknown.length === 0) return 0
    process.stderr.write(`lat-harness: LAT_HARNESS_USAGE: ${cli.args.length > 0 ? `there is no command "${cli.args[0]!}"` : `unknown option ${unknown.map((name) => `--${name}`).join(', ')}`}. See --help.\n`)
    return 2
  }
  return (await cli.runMatchedCommand()) as number
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = exitCodeOf(error)
}
