import { createTokenizer } from '@lat/refgateway'
import type { Microbench } from '@lat/rows'
import { promptOf, requestBody } from '../plan/payload.js'
import { medianNs } from './median-time.js'

const payloadSizes = [150, 4096, 32768]
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
