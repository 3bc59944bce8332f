import { Agent, request } from 'node:http'
import type { UpstreamCount } from '../measure/upstream-count.js'

/**
 * A way to ask the upstream how many requests it has answered, when its `/healthz` says so as the mock upstream's does;
 * `null` for any other.
 */
export async function findUpstreamCount(directUrl: string): Promise<UpstreamCount> {
  const { protocol, origin } = new URL(directUrl)
  if (protocol !== 'http:') return null
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () => readCount(`${origin}/healthz`, agent)
  const first = await ask().catch(() => null)
  if (first === null) return null
  return async () => {
    const count = await ask()
    if (count === null) throw new Error(`${origin}/healthz no longer says how many requests it answered.`)
    return count
  }
}

function readCount(url: string, agent: Agent): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, timeout: 5000 }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode === 200 ? countIn(text) : null))
    })
    asked.on('timeout', () => asked.destroy(new Error(`${url} did not answer within 5 s.`)))
    asked.on('error', reject)
    asked.end()
  })
}

function countIn(text: string): number | null {
  try {
    const requests = (JSON.parse(text) as { counters?: { requests?: unknown } } | null)?.counters?.requests
    return typeof requests === 'number' && Number.isSafeInteger(requests) ? requests : null
  } catch {
    return null
  }
}
