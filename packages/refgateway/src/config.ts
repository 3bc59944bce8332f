import { isIPv4 } from 'node:net'
import { z } from 'zod'
import { badConfig } from './errors.js'

const billion = 1_000_000_000

const isLoopbackLiteral = (host: string) => host === '::1' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'))

function upstreamFault(text: string): string | null {
  if (!URL.canParse(text)) return 'not a URL'
  const { protocol, hostname, search, hash, username } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return `scheme ${protocol} where http: or https: is needed`
  if (search !== '' || hash !== '' || username !== '') return 'a scheme, a host, a port and a path are all it may hold'
  if (protocol === 'http:' && !isLoopbackLiteral(hostname)) return `plain http goes to a literal loopback address only (127.0.0.1, not ${hostname})`
  return null
}

const schema = z.strictObject({
  mode: z.enum(['passthrough', 'observe', 'enforce']),
  upstreamUrl: z.string().superRefine((text, context) => {
    const fault = upstreamFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  }),
  host: z.string().refine((host) => host !== '[::1]' && isLoopbackLiteral(host), 'must be a literal loopback address such as 127.0.0.1').default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(0),
  /** What `/health` reports as its version: the stamp of the run that started this process. */
  version: z.string().min(1).default('unstamped'),
  agents: z.array(z.string().regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 letters, digits or . : _ -')).min(1).default(['bench']),
  /** Budgets of each agent over a rolling hour. */
  budgetTokens: z.int().min(0).default(billion),
  budgetMicroDollars: z.int().min(0).default(billion),
  /** Requests of one agent between admission and settlement. */
  slots: z.int().min(1).default(50),
  /** JSON lines are appended here; `null` formats them and lets them go. */
  logFile: z.string().min(1).nullable().default(null),
  maxBodyBytes: z.int().min(1).default(10 * 1024 * 1024),
  connectTimeoutMs: z.int().min(1).default(10_000),
  headersTimeoutMs: z.int().min(1).default(120_000),
  idleTimeoutMs: z.int().min(1).default(120_000),
  /** How long `close` waits for requests in flight before it ends them. */
  drainMs: z.int().min(0).default(10_000),
  /** Requests the gateway serves to itself, against an upstream of its own, before it is ready. */
  warmUpRequests: z.int().min(0).default(1000),
  /** Known truths for whoever measures this gateway. */
  plantDelayUs: z.int().min(0).max(60_000_000).default(0),
  tokenizerPasses: z.union([z.literal(1), z.literal(2)]).default(1),
  notEnforcing: z.boolean().default(false),
  refuseAfter: z.int().min(0).nullable().default(null),
})

export type Mode = z.infer<typeof schema>['mode']
export type RefGatewayOptions = z.input<typeof schema>
export type RefGatewayConfig = Readonly<z.output<typeof schema>>

/**
 * Checks a whole configuration and fills in what was left out.
 *
 * @param nameOf what a reader calls the field of that key, such as the flag that sets it
 * @throws {RefGatewayInputError} `LAT_RGW_CONFIG`, naming every fault at once
 * @example parseConfig({ mode: 'enforce', upstreamUrl: 'http://127.0.0.1:19099' }).slots // 50
 */
export function parseConfig(options: unknown, nameOf: (key: string) => string = (key) => key): RefGatewayConfig {
  const parsed = schema.safeParse(options, { reportInput: true })
  if (parsed.success) return parsed.data
  throw badConfig(parsed.error.issues.map(({ path, message, input }) => {
    const [key = '', ...inside] = path.map(String)
    if (key === '') return message
    const name = [nameOf(key), ...inside].join('.')
    return input === undefined ? `${name} is missing` : `${name} is ${JSON.stringify(input)}: ${message}`
  }))
}
