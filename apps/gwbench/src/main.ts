import { cac } from 'cac'
import type { Command } from 'cac'
import { doctorArguments, doctorHere } from '@lat/hostgate'
import type { DoctorOptions } from '@lat/hostgate'
import { aaCommand } from './commands/aa.js'
import type { RawAaOptions } from './commands/aa.js'
import { crowdCommand } from './commands/crowd.js'
import { footprintCommand } from './commands/footprint.js'
import type { RawFootprintOptions } from './commands/footprint.js'
import { llmflowKeyCommand } from './commands/llmflow-key.js'
import type { RawKeyOptions } from './commands/llmflow-key.js'
import { loadCommand } from './commands/load.js'
import { plantedCommand } from './commands/planted.js'
import type { RawPlantedOptions } from './commands/planted.js'
import { reportCommand } from './commands/report.js'
import { runCommand } from './commands/run.js'
import { schemaCommand } from './commands/schema.js'
import { tryCommand } from './commands/try.js'
import type { RawTryOptions } from './commands/try.js'
import { ttfbCommand } from './commands/ttfb.js'
import type { RawStreamOptions } from './commands/ttfb.js'
import { exitCodeOf, explain } from './exit.js'
import type { RawLoadOptions } from './options/load-config.js'
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
    .option('--out <dir>', 'where the directory of the run is made (default: results/ of the clone, else of the current directory)')
    .option('--fixtures <dir>', 'answers of the mock upstream (default: those that come with it)')
    .option('--json', 'print one line of JSON instead of tables')
}

/** What to measure and with which request. */
function naming(command: Command): Command {
  return command
    .option('--direct <url>', 'the upstream itself, URL or URL|KEYFILE')
    .option('--target <target>', 'a gateway in front of it, NAME|URL|KEYFILE; KEYFILE may be empty; may be repeated')
    .option('--litellm <target>', 'the same with the name litellm, URL|KEYFILE')
    .option('--llmflow <target>', 'the same with the name llmflow, URL|KEYFILE')
    .option('--subject <subject>', 'a gateway to start, [NAME=]DECLARATION[@MODE]: a file, or nginx, refgateway, levee; may be repeated')
    .option('--packages <dir>', 'where npm packages of declared gateways are installed (default: here)')
    .option('--upstream-port <n>', 'start the upstream at this port, for targets that forward there already')
    .option('--prompt-file <file>', 'the user message (default: ping)')
    .option('--model <name>', 'model of the request (default: gpt-4o-mini-2024-07-18)')
    .option('--allow-remote', 'let targets be on other machines, with the permission of whoever runs them')
}

naming(
  measuring(
    cli.command('run', 'How much latency does each gateway add? Paired round by round against the upstream; without targets, a demo'),
    { rounds: 500, warmup: 50, runs: 3, wait: '0, refuse at once' },
  ),
)
  .option('--control <kind>', 'relays that gwbench puts beside the targets: aa, planted or none (default: aa)')
  .option('--aa <pair>', 'NAME|TWIN, two targets that are instances of the same gateway, as the A/A control')
  .option('--parallelism <text>', 'NAME|TEXT, what a target uses of the machine, for the report; may be repeated')
  .option('--budget <budget>', '[TARGET[/BASELINE]:][p50=|p90=|p99=]DURATION; exit code 1 unless within; may be repeated')
  .option('--launches <k>', 'start what gwbench starts afresh for each of k runs, instead of --runs')
  .option('--until <width>', 'stop when every overhead is known to ± this, such as 10us; --rounds is the limit (default: 20000)')
  .example('  gwbench run                                  # the embedded demo, about a minute')
  .example("  gwbench run --direct http://127.0.0.1:18000/v1/chat/completions --target 'v2|http://127.0.0.1:18080/v1/chat/completions|'")
  .example("  gwbench run --subject nginx --subject examples/subjects/portkey.json --packages /opt/gateways")
  .example("  gwbench run --subject refgateway --subject refgateway@enforce --launches 5 --budget 'refgateway-enforce/refgateway:500us'")
  .example("  gwbench run --direct … --target 'v2|…|/home/me/keys/v2' --rounds 2000 --warmup 200 --runs 8 --wait 2h")
  .action((options: RawRunOptions) => runCommand(options))

measuring(cli.command('planted', 'Does the instrument see a delay that was planted, and nothing where there is nothing? All is started afresh for each run'), { rounds: 400, warmup: 100, runs: 5, wait: '5m' })
  .option('--delay-us <n>', 'the delay to plant (default: 3000)')
  .example('  gwbench planted')
  .example('  gwbench planted --json --runs 10')
  .action((options: RawPlantedOptions) => plantedCommand(options))

measuring(cli.command('crowd', 'Does the overhead of a target depend on how many others share its rounds? Primed and plain, 1 and 5 others'), { rounds: 300, warmup: 30, runs: 4, wait: '5m' }, false)
  .example('  gwbench crowd')
  .action((options: RawMeasurementOptions) => crowdCommand(options))

measuring(cli.command('aa', 'Many short runs of two instances of the same thing: how often does the interval hold 0?'), { rounds: 60, warmup: 5, runs: 100, wait: '5m' })
  .option('--round-gap <duration>', 'pause before each round, so that a run outlasts a mood of the scheduler (default: 40ms)')
  .example('  gwbench aa --json')
  .action((options: RawAaOptions) => aaCommand(options))

naming(measuring(cli.command('ttfb', 'How much later does a stream start through each gateway? After the proof that none of them buffers'), { rounds: 500, warmup: 50, runs: 3, wait: '0, refuse at once' }))
  .option('--control <kind>', 'relays that gwbench puts beside the targets: aa or none (default: aa)')
  .option('--aa <pair>', 'NAME|TWIN, two targets that are instances of the same gateway, as the A/A control')
  .option('--parallelism <text>', 'NAME|TEXT, what a target uses of the machine, for the report; may be repeated')
  .option('--launches <k>', 'start what gwbench starts afresh for each of k runs, instead of --runs')
  .option('--gate-limit <duration>', 'how long an event may take to come through while the upstream withholds the rest (default: 3s)')
  .example('  gwbench ttfb                                 # the reference gateway in two modes')
  .example("  gwbench ttfb --upstream-port 18000 --target 'v2|http://127.0.0.1:18080/v1/chat/completions|'   # v2 forwards to port 18000")
  .example('  gwbench ttfb --subject nginx --subject examples/subjects/portkey.json --packages /opt/gateways')
  .action((options: RawStreamOptions) => ttfbCommand(options))

naming(cli.command('load', 'How do gateways hold up under load, beside the direct path under the same load? Closed loop, or a fixed rate'))
  .option('--vus <n>', 'users of the closed loop (default: 50), or most requests in flight with --rate (default: 40)')
  .option('--rate <n>', 'open model: requests per second in all, the target of each drawn by seed')
  .option('--sequential', 'with --rate: one target after the other at that rate, instead of interleaved')
  .option('--duration <duration>', 'measured time for each target, or for all when interleaved (default: 30s)')
  .option('--load-warmup <duration>', 'load before it that is not counted (default: 3s)')
  .option('--parallelism <text>', 'NAME|TEXT, what a target uses of the machine, for the report; may be repeated')
  .option('--max-load <x>', '1-minute load average above which the load does not start (default: 4)')
  .option('--wait <duration>', 'how long to wait for that, such as 2h (default: 0, refuse at once)')
  .option('--seed <text>', 'names the random draws (default: lat)')
  .option('--out <dir>', 'where the directory of the run is made (default: results/ of the clone, else of the current directory)')
  .option('--fixtures <dir>', 'answers of the mock upstream (default: those that come with it)')
  .option('--json', 'print one line of JSON instead of tables')
  .example('  gwbench load --subject nginx --vus 50 --duration 30s')
  .example('  gwbench load --subject refgateway --subject refgateway@enforce --rate 150')
  .action((options: RawLoadOptions) => loadCommand(options))

cli
  .command('footprint', 'What do gateways weigh? Size, time to ready, memory idle and under load; each started afresh several times')
  .option('--subject <subject>', 'a gateway to start, [NAME=]DECLARATION[@MODE]; may be repeated (default: refgateway)')
  .option('--packages <dir>', 'where npm packages of declared gateways are installed (default: here)')
  .option('--starts <n>', 'how often each is started (default: 3)')
  .option('--vus <n>', 'users of the load (default: 10)')
  .option('--duration <duration>', 'length of the load (default: 5s)')
  .option('--out <dir>', 'where the directory of the run is made (default: results/ of the clone, else of the current directory)')
  .option('--fixtures <dir>', 'answers of the mock upstream (default: those that come with it)')
  .option('--json', 'print one line of JSON instead of a table')
  .example('  gwbench footprint --subject nginx --subject examples/subjects/portkey.json --packages /opt/gateways')
  .action((options: RawFootprintOptions) => footprintCommand(options))

measuring(cli.command('try <url>', 'Start an upstream, point your gateway at it, and get one sentence'), { rounds: 300, warmup: 30, runs: 1, wait: '5m' })
  .option('--key-file <file>', 'file of mode 0600 with the key of your gateway')
  .option('--upstream-port <n>', 'port of the upstream (default: 18000)')
  .option('--arrive <duration>', 'how long to wait for the first request (default: 10m)')
  .option('--model <name>', 'model of the request (default: gpt-4o-mini-2024-07-18)')
  .example('  gwbench try http://127.0.0.1:4000/v1/chat/completions --key-file /home/me/keys/litellm')
  .action((url: string, options: RawTryOptions) => tryCommand(url, options))

cli
  .command('report <dir>', 'Work the result of a run out again from its rounds, and say whether it is the one that was stored')
  .option('--json', 'print one line of JSON instead of tables')
  .example('  gwbench report results/20261130T120000Z-gwbench-run-primed-5t')
  .action((dir: string, options: { json?: unknown }) => reportCommand(dir, options))

cli
  .command('doctor', 'Is this machine fit to measure on?')
  .option('--json', 'print the readings and the checks as JSON')
  .option('--watch', 'look again every few seconds until interrupted')
  .option('--floor <percent>', 'lowest idle that counts as quiet')
  .option('--minutes <n>', 'first read idle for so long, and say how likely a long run would be stopped')
  .option('--readings <n>', 'idle readings of that run')
  .example('  gwbench doctor --minutes 5')
  .action((options: DoctorOptions) => doctorHere(doctorArguments(options)))

cli
  .command('schema <command>', 'The JSON Schema of what a command prints with --json: run, ttfb, load, footprint, planted or aa')
  .example('  gwbench schema run')
  .action((name: string) => schemaCommand(name))

cli
  .command('llmflow-key', 'Have a gateway make a virtual key, straight into a file of mode 0600; no key is ever printed')
  .option('--admin <url>', 'address of the gateway')
  .option('--master-key-file <file>', 'file of mode 0600 with its master key')
  .option('--out <file>', 'file to make; one that exists is not overwritten')
  .option('--path <path>', 'path of the admin API (default: /admin/keys; LiteLLM: /key/generate)')
  .option('--field <field>', 'field of the answer that holds the key, dots descend (default: the usual ones)')
  .option('--name <name>', 'name of the new key (default: gwbench)')
  .option('--allow-remote', 'let the master key travel in the clear to another machine')
  .option('--json', 'print one line of JSON')
  .example('  gwbench llmflow-key --admin http://127.0.0.1:18080 --master-key-file /home/me/keys/master --out /home/me/keys/llmflow')
  .action((options: RawKeyOptions) => llmflowKeyCommand(options))

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
    const unknown = Object.keys(cli.options).filter((name) => name !== '--')
    if (cli.args.length === 0 && unknown.length === 0) return 0
    process.stderr.write(`gwbench: ${cli.args.length > 0 ? `there is no command "${cli.args[0]!}"` : `unknown option ${unknown.map((name) => `--${name}`).join(', ')}`}. See --help.\n`)
    return 2
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
