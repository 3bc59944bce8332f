import type { CellSpec } from '../cell-spec.js'
import { badSpec } from '../errors.js'
import { parseCellSpec } from '../parse-cell-spec.js'
import type { CheckedCellSpec } from '../parse-cell-spec.js'
import { exportFaults } from './export-faults.js'
import { wholeRate } from './whole-rate.js'

const SHORTEST_SCENARIO_MS = 1000

/** The body as an expression of the script; bytes that are no text keep their values. */
function bodyExpression(body: Uint8Array | null): string {
  if (body === null) return 'null'
  const text = Buffer.from(body).toString('utf8')
  return Buffer.from(text, 'utf8').equals(body) ? JSON.stringify(text) : `encoding.b64decode('${Buffer.from(body).toString('base64')}')`
}

function faultsOf(cell: CheckedCellSpec): string[] {
  const { arms, warmupMs, steadyMs, ca } = cell
  const faults = exportFaults(cell, 'k6')
  for (const [what, ms] of [['warm-up', warmupMs], ['steady phase', steadyMs]] as const) {
    if (ms > 0 && ms < SHORTEST_SCENARIO_MS) faults.push(`a ${what} of ${ms} ms is shorter than the ${SHORTEST_SCENARIO_MS} ms that k6 takes`)
  }
  for (const { url, headers } of arms) {
    if (ca !== null && new URL(url).protocol === 'https:') faults.push('a k6 script cannot carry certificates to trust (ca, --ca): export with --allow-remote in place of --ca, and start k6 with SSL_CERT_FILE set to that file')
    const names = Object.entries(headers).flatMap(([name, values]) => [values].flat().map(() => name.toLowerCase()))
    for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) faults.push(`k6 sends one line per header name, and ${name} has several`)
  }
  return faults
}

/**
 * The same load as a k6 script, for more of it than one machine gives: two constant-arrival-rate
 * scenarios, slots as preallocated users that never grow. k6 is an external program the user installs.
 *
 * @throws {LoadgenInputError} `LAT_LOAD_BAD_SPEC` on a spec that cannot run here either, and on what k6 cannot do: Poisson
 * arrivals, shards, several arms, a judged answer, a header twice, certificates to trust, a phase below 1 s
 */
export function exportK6(spec: CellSpec): string {
  const cell = parseCellSpec(spec)
  const faults = faultsOf(cell)
  if (faults.length > 0) throw badSpec(faults)
  const { arms, ratePerSecond, warmupMs, steadyStartMs, steadyMs, slots, requestTimeoutMs, graceMs } = cell
  const arm = arms[0]!
  // k6 takes whole rates only: the unit carries the fraction.
  const { count, seconds } = wholeRate(ratePerSecond)!
  const scenario = (startMs: number, lengthMs: number): object => ({
    executor: 'constant-arrival-rate',
    rate: count,
    timeUnit: `${seconds}s`,
    startTime: `${startMs}ms`,
    duration: `${lengthMs}ms`,
    gracefulStop: `${graceMs}ms`,
    preAllocatedVUs: slots,
    maxVUs: slots,
  })
  const options = {
    discardResponseBodies: true,
    scenarios: { ...(warmupMs > 0 ? { warmup: scenario(0, warmupMs) } : {}), steady: scenario(steadyStartMs, steadyMs) },
    systemTags: ['scenario', 'status', 'error', 'error_code', 'expected_response', 'method', 'url', 'vu', 'iter'],
  }
  const body = bodyExpression(arm.body)
  return [
    `// K6_NO_USAGE_REPORT=true K6_CSV_TIME_FORMAT=unix_micro k6 run --out csv=rows.csv.gz THIS_FILE`,
    `import http from 'k6/http'`,
    ...(body.startsWith('encoding.') ? [`import encoding from 'k6/encoding'`] : []),
    `export const options = ${JSON.stringify(options, null, 2)}`,
    `const params = ${JSON.stringify({ headers: { ...arm.headers, 'accept-encoding': 'identity' }, redirects: 0, timeout: `${requestTimeoutMs}ms` }, null, 2)}`,
    `export default function () {`,
    `  http.request(${JSON.stringify(arm.method)}, ${JSON.stringify(arm.url)}, ${body}, params)`,
    `}`,
    ``,
  ].join('\n')
}
