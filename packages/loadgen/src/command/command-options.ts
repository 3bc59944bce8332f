import type { Command } from 'cac'

/** Short names, for the values read as typed. */
export const OPTION_ALIASES: Readonly<Record<string, string>> = { r: 'rate', q: 'rate', d: 'duration', z: 'duration', c: 'slots', connections: 'slots', m: 'method', H: 'header', t: 'timeout', u: 'closed', vus: 'closed' }

/** Options without a value. */
export const FLAG_OPTIONS: ReadonlySet<string> = new Set(['poisson', 'json', 'quiet', 'allow-remote', 'no-canary', 'help', 'h', 'version', 'v'])

/** The options that describe a load, shared by the run and the exports. */
export function loadOptions(command: Command): Command {
  return command
    .option('-r, -q, --rate <rate>', 'Arrivals per second, such as 500, 33.3, 1e3 or 30/m', { default: '50' })
    .option('-d, -z, --duration <time>', 'Length of the steady phase, such as 60s or 2m', { default: '10s' })
    .option('--warmup <time>', 'Arrivals at the same rate before it, not in the results', { default: '2s' })
    .option('--gap <time>', 'Pause between warm-up and steady phase', { default: '0s' })
    .option('-c, --slots, --connections <count>', 'Most requests in flight, one connection each', { default: '40' })
    .option('-m, --method <method>', 'HTTP method (default: GET, or POST with a body)')
    .option('-H, --header <line>', 'Header line such as "content-type: application/json"; repeatable, also with one name')
    .option('--body <text>', 'Request body')
    .option('--body-file <file>', 'Request body from a file')
    .option('-t, --timeout <time>', 'Deadline of a request, from its dispatch', { default: '30s' })
    .option('--allow-remote', 'Permit targets that are not on this machine')
    .option('--ca <file>', 'PEM certificates to trust for https targets')
}
