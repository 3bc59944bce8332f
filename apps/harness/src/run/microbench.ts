import { quantile } from '@lat/estimators'
import { createTokenizer } from '@lat/refgateway'
import type { Microbench } from '@lat/rows'
import { promptOf, requestBody } from '../plan/payload.js'

const payloadSizes = [150, 4096, 32768]
const warmupCalls = 30
const timedCalls = 60

/** Median time of one call, each call timed alone, in whole nanoseconds. */
function medianNs(call: () => void): number {
  for (let index = 0; index < warmupCalls; index += 1) call()
  const times = Array.from({ length: timedCalls }, () => {
    const start = process.hrtime.bigint()
    call()
    return Number(process.hrtime.bigint() - start)
  })
  return Math.round(quantile(times, 0.5))
}

/** Costs of the components of enforcement, on this host and in this run: what the shift is compared with. */
export function measureComponents(): Microbench[] {
  const tokenizer = createTokenizer()
  const results = payloadSizes.flatMap((payloadBytes): Microbench[] => {
    const prompt = promptOf(payloadBytes)
    const body = requestBody(payloadBytes, false)
    return [
      { component: 'tokenise the prompt', payloadBytes, medianNs: medianNs(() => void tokenizer.count(prompt)), insideShift: true },
      { component: 'parse the request body', payloadBytes, medianNs: medianNs(() => void JSON.parse(body)), insideShift: false },
    ]
  })
  tokenizer.free()
  return results
}
