import type { CellSpec } from '../cell-spec.js'

/**
 * The same load as a k6 script, for more of it than one machine gives: two constant-arrival-rate
 * scenarios, slots as preallocated users that never grow. k6 is an external program the user installs.
 */
export function exportK6({ arms, ratePerSecond, warmupMs, steadyStartMs, steadyMs, slots = 40, requestTimeoutMs = 30_000, graceMs = 10_000 }: CellSpec): string {
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
    systemTags: ['scenario', 'status', 'error_code', 'expected_response', 'method', 'url', 'vu', 'iter'],
  }
  const body = arm.body === undefined ? 'null' : JSON.stringify(typeof arm.body === 'string' ? arm.body : Buffer.from(arm.body).toString())
  return [
    `// K6_NO_USAGE_REPORT=true K6_CSV_TIME_FORMAT=unix_micro k6 run --out csv=rows.csv.gz THIS_FILE`,
    `import http from 'k6/http'`,
    `export const options = ${JSON.stringify(options, null, 2)}`,
    `const params = ${JSON.stringify({ headers: { ...arm.headers, 'accept-encoding': 'identity' }, redirects: 0, timeout: `${requestTimeoutMs}ms` }, null, 2)}`,
    `export default function () {`,
    `  http.request(${JSON.stringify((arm.method ?? 'POST').toUpperCase())}, ${JSON.stringify(arm.url)}, ${body}, params)`,
    `}`,
    ``,
  ].join('\n')
}
