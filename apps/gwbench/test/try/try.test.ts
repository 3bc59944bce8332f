import { describe, expect, it } from 'vitest'
import { awaitGateway } from '../../src/try/await-gateway.js'
import { gatewaySnippets } from '../../src/try/gateway-snippets.js'
import { oneSentence } from '../../src/try/one-sentence.js'

const { signal } = new AbortController()

function gateway(script: readonly { readonly status: number; readonly arrived: number }[]) {
  let at = 0
  let count = 5
  const news: string[] = []
  const done = awaitGateway({
    ask: () => {
      const { status, arrived } = script[Math.min(at, script.length - 1)]!
      at += 1
      count += arrived
      return Promise.resolve({ status, body: '', reason: status === 0 ? 'ECONNREFUSED' : null })
    },
    upstreamCount: () => Promise.resolve(count),
    limitMs: script.at(-1)!.status === 200 && script.at(-1)!.arrived > 0 ? 60_000 : 0,
    pauseMs: 0,
    onNews: (what) => news.push(what),
    signal,
  })
  return { done, news, asked: () => at }
}

describe('awaitGateway', () => {
  it('waits until a request arrives and comes back, and tells what changes meanwhile', async () => {
    const { done, news, asked } = gateway([{ status: 0, arrived: 0 }, { status: 0, arrived: 0 }, { status: 401, arrived: 0 }, { status: 502, arrived: 1 }, { status: 200, arrived: 0 }, { status: 200, arrived: 1 }])
    await done
    expect(asked()).toBe(6)
    expect(news).toEqual([
      'no answer yet (ECONNREFUSED), and nothing arrived at the upstream', 'it answered 401, and nothing arrived at the upstream',
      'it answered 502, and a request arrived at the upstream', 'it answered 200, and nothing arrived at the upstream',
    ])
  })

  it('gives up with what it found last', async () => {
    await expect(gateway([{ status: 200, arrived: 0 }]).done).rejects.toMatchObject({ code: 'LAT_GWBENCH_TARGET_FAILED', message: expect.stringContaining('it answered 200, and nothing arrived at the upstream') })
  })
})

describe('gatewaySnippets', () => {
  it('points five gateways at the upstream and lets none of them retry where it can say so', () => {
    const snippets = gatewaySnippets('http://127.0.0.1:18000/v1')
    expect(snippets.map(({ gateway }) => gateway.split(',')[0])).toEqual(['LiteLLM', 'Portkey', 'Bifrost', 'Kong', 'Envoy AI Gateway'])
    for (const { lines } of snippets) expect(lines.join('\n')).toMatch(/127\.0\.0\.1(?::18000|, port: 18000)/)
    expect(JSON.parse(snippets[2]!.lines.join('\n'))).toMatchObject({ providers: { openai: { network_config: { base_url: 'http://127.0.0.1:18000', max_retries: 0 } } } })
  })
})

describe('oneSentence', () => {
  const result = (p50Ns: number) => ({
    overhead: [{ treatment: 'gateway', baseline: 'direct', count: 300, pairedNs: { p50Ns, p90Ns: 0, p99Ns: 0 }, shiftNs: { p50Ns, p90Ns: 0, p99Ns: 0 }, overRounds: { lowNs: p50Ns - 20_000, highNs: p50Ns + 20_000, level: 0.95 }, acrossRuns: null, standardErrorNs: 10_000, perRun: [] }],
    controls: { twin: { resolutionFloorNs: 50_000 } as never, planted: null },
    runs: [{ run: 0, kept: true, loadStart: 0, loadEnd: 0, rounds: 300, warmupRounds: 30 }],
  })

  it('says what a gateway adds and what nothing reads', () => {
    expect(oneSentence(result(1_234_000), 'gateway')).toBe('gateway adds 1.234 ms to a chat completion at the median (95 % interval 1.214 ms to 1.254 ms, 300 rounds of 1 run), one request at a time on this machine; nothing at all reads up to 0.050 ms here.')
  })

  it('does not claim what is below the floor', () => {
    expect(oneSentence(result(40_000), 'gateway')).toContain('which is not told from nothing here (up to 0.050 ms)')
  })
})
