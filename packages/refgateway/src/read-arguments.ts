import { cac } from 'cac'
import { parseDollars } from './budget/dollars.js'
import { parseConfig, type RefGatewayConfig } from './config.js'
import { badConfig, RefGatewayInputError } from './errors.js'

export type Arguments =
  | { readonly action: 'run', readonly config: RefGatewayConfig }
  | { readonly action: 'help' }
  | { readonly action: 'refuse', readonly message: string }

const command = 'lat-refgateway'

/** One flag that takes a value: what it sets, and how its text is read. */
const valued: readonly { readonly flag: string, readonly value: string, readonly says: string, readonly key: string, readonly read?: (text: string) => unknown }[] = [
  { flag: 'mode', value: 'name', says: 'passthrough, observe or enforce (required)', key: 'mode' },
  { flag: 'upstream', value: 'url', says: 'where requests go (required)', key: 'upstreamUrl' },
  { flag: 'host', value: 'address', says: 'literal loopback address to listen on (127.0.0.1)', key: 'host' },
  { flag: 'port', value: 'n', says: 'port to listen on; 0 takes a free one (0)', key: 'port', read: wholeNumber },
  { flag: 'version-stamp', value: 'text', says: 'version that /health reports (unstamped)', key: 'version' },
  { flag: 'agent', value: 'name', says: 'name accepted in x-lat-agent (bench); commas separate several', key: 'agents', read: (text) => text.split(',') },
  { flag: 'token-budget', value: 'n', says: 'tokens per agent and rolling hour (1000000000)', key: 'budgetTokens', read: wholeNumber },
  { flag: 'dollar-budget', value: 'x', says: 'dollars per agent and rolling hour (1000)', key: 'budgetMicroDollars', read: (text) => parseDollars(text) ?? text },
  { flag: 'slots', value: 'n', says: 'requests of one agent at a time (50)', key: 'slots', read: wholeNumber },
  { flag: 'log', value: 'file', says: 'append JSON lines to a file; none formats and drops them (none)', key: 'logFile', read: (text) => (text === 'none' ? null : text) },
  { flag: 'warm-up-requests', value: 'n', says: 'requests served to itself before being ready (1000)', key: 'warmUpRequests', read: wholeNumber },
  { flag: 'plant-delay-us', value: 'n', says: 'known truth: hold the first byte of every answer back', key: 'plantDelayUs', read: wholeNumber },
  { flag: 'tokenizer-passes', value: 'n', says: 'known truth: count every prompt 1 or 2 times (1)', key: 'tokenizerPasses', read: wholeNumber },
  { flag: 'refuse-after', value: 'n', says: 'known truth: answer 429 after so many admitted requests', key: 'refuseAfter', read: wholeNumber },
]

/** Text that is no whole number is handed on as it is: the configuration names the fault. */
function wholeNumber(text: string): unknown {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

const flagOf = (key: string) => `--${valued.find((option) => option.key === key)?.flag ?? key}`

/** The text given for a flag: the parser itself would turn a version such as `1e5` into another number. */
function exactText(argv: readonly string[], flag: string): string | undefined {
  const inline = argv.find((argument) => argument.startsWith(`--${flag}=`))
  return inline === undefined ? argv[argv.indexOf(`--${flag}`) + 1] : inline.slice(flag.length + 3)
}

function readOptions(argv: readonly string[], parsed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const { flag, key, read } of valued) {
    const given = parsed[flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    if (given === undefined) continue
    if (Array.isArray(given)) throw badConfig([`--${flag} appears ${given.length} times`])
    const text = exactText(argv, flag) ?? ''
    options[key] = read === undefined ? text : read(text)
  }
  if (parsed['notEnforcing'] !== undefined) options['notEnforcing'] = parsed['notEnforcing']
  return options
}

/** What the arguments after the program's name ask for; help is printed as it is read. */
export function readArguments(argv: readonly string[]): Arguments {
  const cli = cac(command)
  let result: Arguments = { action: 'help' }
  const run = cli.command('', 'A small LLM gateway on a loopback address, for measuring and being measured')
  for (const { flag, value, says } of valued) run.option(`--${flag} <${value}>`, says)
  run.option('--not-enforcing', 'known truth: say enforce, and do no budget work')
  run.usage('--mode <name> --upstream <url> [options]')
  run.example(`  ${command} --mode passthrough --upstream http://127.0.0.1:19099 --port 18080`)
  run.example(`  ${command} --mode enforce --upstream http://127.0.0.1:19099 --token-budget 100000 --log gateway.jsonl`)
  run.example(`  ${command} --mode passthrough --upstream http://127.0.0.1:19099 --plant-delay-us 3000`)
  run.action((parsed: Readonly<Record<string, unknown>>) => {
    result = { action: 'run', config: parseConfig(readOptions(argv, parsed), flagOf) }
  })
  cli.help()
  try {
    cli.parse(['node', command, ...argv])
  } catch (error) {
    if (error instanceof RefGatewayInputError || (error instanceof Error && error.name === 'CACError')) {
      return { action: 'refuse', message: error.message }
    }
    throw error
  }
  return result
}
