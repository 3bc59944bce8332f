import { quantile } from '@lat/estimators'

const warmupCalls = 30
const timedCalls = 60

/** Median time of one call, each call timed alone, in whole nanoseconds. */
export function medianNs(call: () => void): number {
  for (let index = 0; index < warmupCalls; index += 1) call()
  const times = Array.from({ length: timedCalls }, () => {
    const start = process.hrtime.bigint()
    call()
    return Number(process.hrtime.bigint() - start)
  })
  return Math.round(quantile(times, 0.5))
}
