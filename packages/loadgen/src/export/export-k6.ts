import type { CellSpec } from '../cell-spec.js'
import { badSpec } from '../errors.js'
import { exportFaults } from './export-faults.js'

const SHORTEST_SCENARIO_MS = 1000

/** The body as an expression of the script; bytes that are no text keep their values. */
function bodyExpression(body: string | Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) return 'null'
  if (typeof body === 'string') return JSON.stringify(body)
  const text = Buffer.from(body).toString('utf8')
  return Buffer.from(text, 'utf8').equals(body) ? JSON.stringify(text) : `encoding.b64decode('${Buffer.from(body).toString('base64')}')`
}

/**
 * The same load as a k6 script, for more of it than one machine gives: two constant-arrival-rate
 * scenarios, slots as preallocated users that never grow. k6 is an external program the user installs.
 *
 * @throws {LoadgenInputError} `LAT_LOAD_BAD_SPEC` on what k6 cannot do: Poisson arrivals, shards, several arms, a phase below 1 s
 */
export function exportK6(spec: CellSpec): string {
  const { arms, ratePerSecond, warmupMs, steadyStartMs, steadyMs, slots = 40, requestTimeoutMs = 30_000, graceMs = 10_000 } = spec
  const faults = exportFaults(spec, 'k6')
  for (const [what, ms] of [['warm-up', warmupMs], ['steady phase', steadyMs]] as const) {
    if (ms > 0 && ms < SHORTEST_SCENARIO_MS) faults.push(`a ${what} of ${ms} ms is shorter than the ${SHORTEST_SCENARIO_MS} ms that k6 takes`)
  }
  if (faults.length > 0) throw badSpec(faults)
  const arm = arms[0]!
  // k6 takes whole rates only: the unit carries the fraction.
  const rate = Number.isInteger(ratePerSecond) ? { rate: ratePerSecond, timeUnit: '1s' } : { rate: Math.round(ratePerSecond * 1000), timeUnit: '1000s' }
  const scenario = (startMs: number, lengthMs: number): object => ({
    executor: 'constant-arrival-rate',
    ...rate,
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
    `  http.request(${JSON.stringify((arm.method ?? 'POST').toUpperCase())}, ${JSON.stringify(arm.url)}, ${body}, params)`,
    `}`,
    ``,
  ].join('\n')
}
