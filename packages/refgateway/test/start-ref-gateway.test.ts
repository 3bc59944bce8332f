import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { RefGatewayStartError, startRefGateway, type Mode } from '../src/index.js'
import { ask, chat, open, readAll } from './ask.js'
import { answerEvents, answerJson, chatAnswer, chatEvents, startFakeUpstream } from './fake-upstream.js'
import { startGateway, tokensOf } from './start-gateway.js'

const modes: readonly Mode[] = ['passthrough', 'observe', 'enforce']
const errorOf = (body: string) => (JSON.parse(body) as { readonly error: Record<string, unknown> }).error

describe('startRefGateway', () => {
  it('says of no port that it is ready while it warms up', async () => {
    const opened = vi.spyOn(Server.prototype, 'listen')
    onTestFinished(() => opened.mockRestore())
    let settled = false
    const starting = startGateway('http://127.0.0.1:9', { mode: 'passthrough', warmUpRequests: 400, version: 'this-run' }).finally(() => { settled = true })
    const said: number[] = []
    while (!settled) {
      for (const server of opened.mock.contexts as Server[]) {
        const address = server.address()
        if (settled || address === null || typeof address === 'string') continue
        const status = await fetch(`http://127.0.0.1:${address.port}/health`).then((answer) => answer.status, () => 0)
        if (!settled) said.push(status)
      }
      await new Promise(setImmediate)
    }
    const gateway = await starting
    expect(opened.mock.contexts).toHaveLength(3)
    expect(said).toContain(503)
    expect(said).not.toContain(200)
    expect((await fetch(`${gateway.url}/health`)).status).toBe(200)
  })

  it.each(modes)('forwards a request and its answer in %s', async (mode) => {
    const upstream = await startFakeUpstream((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r1', 'x-lat-planted-ns': '1234' })
      response.end(chatAnswer())
    })
    const gateway = await startGateway(upstream.url, { mode })
    const body = '{"model":"gpt-4o-mini", "x_unknown":1.0,"messages":[]}'
    const answer = await ask(gateway.url, { path: '/openai/v1/chat/completions?a=1', body, headers: { authorization: 'Bearer k' } })
    expect(answer).toMatchObject({ status: 200, body: chatAnswer(), headers: { 'x-request-id': 'r1', 'x-lat-planted-ns': '1234' } })
    expect(upstream.received).toMatchObject([{ method: 'POST', url: '/v1/chat/completions?a=1', body, headers: { authorization: 'Bearer k' } }])
    expect(upstream.received[0]!.headers).not.toHaveProperty('x-lat-agent')
  })

  it('puts the path of the upstream before every forwarded path', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(`${upstream.url}/base/`)
    await ask(gateway.url, { path: '/anthropic/v1/messages' })
    expect(upstream.received[0]!.url).toBe('/base/v1/messages')
  })

  it.each([
    [502, 'unknown_provider', { path: '/v1/chat/completions' }],
    [502, 'unknown_provider', { path: '/mistral/v1/chat' }],
    [403, 'unknown_agent', { agent: null }],
    [403, 'unknown_agent', { agent: 'stranger', body: '{' }],
    [405, 'method_not_allowed', { method: 'GET' }],
    [400, 'invalid_request', { body: '{' }],
    [400, 'invalid_request', { body: '{"model":5}' }],
    [413, 'request_too_large', { body: chat({ padding: 'x'.repeat(3000) }) }],
    [413, 'request_too_large', { body: chat({ padding: 'x'.repeat(3000) }), headers: { 'transfer-encoding': 'chunked' } }],
  ])('refuses with %d %s without asking the upstream', async (status, type, question) => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { maxBodyBytes: 2000 })
    const answer = await ask(gateway.url, question)
    expect(answer.status).toBe(status)
    expect(errorOf(answer.body)['type']).toBe(type)
    expect(upstream.received).toHaveLength(0)
    expect(tokensOf(gateway)).toMatchObject({ used: 0, reserved: 0 })
  })

  it('accepts a body of exactly the bound', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const body = JSON.stringify(chat())
    const gateway = await startGateway(upstream.url, { maxBodyBytes: body.length })
    expect((await ask(gateway.url, { body })).status).toBe(200)
  })

  it('counts what an answer really used against both budgets', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer({ prompt_tokens: 2000, completion_tokens: 500 })))
    const gateway = await startGateway(upstream.url)
    await ask(gateway.url)
    expect(gateway.health()).toMatchObject({
      budgets: [
        { agent: 'bench', type: 'tokens', used: 2500, reserved: 0 },
        { agent: 'bench', type: 'dollars', used: 300 + 300, reserved: 0 },
      ],
      slots: { inUse: 0 },
      settled: { reconciled: 1, forfeited: 0, released: 0 },
    })
  })

  it('holds the estimate and a slot while the upstream has not answered', async () => {
    const upstream = await startFakeUpstream((response) => {
      held.push({ tokens: tokensOf(gateway).reserved, slots: gateway.health().slots.inUse })
      response.end(chatAnswer())
    })
    const held: unknown[] = []
    const gateway = await startGateway(upstream.url)
    await ask(gateway.url, { body: chat({ max_tokens: 100 }) })
    await ask(gateway.url, { body: chat({ max_tokens: undefined }) })
    // "hello there" is two tokens; without max_tokens 4096 are held back.
    expect(held).toEqual([{ tokens: 102, slots: 1 }, { tokens: 4098, slots: 1 }])
  })

  it('refuses what no longer fits a budget, and admits again when the hour has passed', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer({ prompt_tokens: 60, completion_tokens: 30 })))
    let nowMs = 1_800_000_000_000
    const gateway = await startGateway(upstream.url, { budgetTokens: 100 }, { nowMs: () => nowMs })
    expect((await ask(gateway.url)).status).toBe(200)
    const refused = await ask(gateway.url)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '3600', 'x-budget-remaining': '10' } })
    expect(errorOf(refused.body)).toEqual({
      type: 'budget_exhausted', message: 'tokens budget exhausted for agent "bench"', agent: 'bench',
      budget: { type: 'tokens', limit: 100, used: 90, remaining: 10, reset_at: new Date(nowMs + 3_600_000).toISOString() },
    })
    nowMs += 3_599_001
    expect((await ask(gateway.url)).headers['retry-after']).toBe('1')
    nowMs += 999
    expect((await ask(gateway.url)).status).toBe(200)
    expect(upstream.received).toHaveLength(2)
  })

  it('prints what is left of a dollar budget in dollars', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer({ prompt_tokens: 20_000, completion_tokens: 0 })))
    const gateway = await startGateway(upstream.url, { budgetMicroDollars: 3_005 })
    await ask(gateway.url)
    const refused = await ask(gateway.url)
    expect(refused).toMatchObject({ status: 429, headers: { 'x-budget-remaining': '0.000005' } })
    expect(errorOf(refused.body)['budget']).toMatchObject({ type: 'dollars', limit: 0.003005, used: 0.003, remaining: 0.000005 })
  })

  it('refuses when every slot is taken, and the budgets come first', async () => {
    let answerNow = () => { /* set below */ }
    const upstream = await startFakeUpstream((response) => { answerNow = () => { response.end(chatAnswer()) } })
    const gateway = await startGateway(upstream.url, { slots: 1, budgetTokens: 5000 })
    const first = ask(gateway.url)
    await expect.poll(() => gateway.health().slots.inUse).toBe(1)
    const second = await ask(gateway.url)
    expect(second.status).toBe(429)
    expect(errorOf(second.body)['type']).toBe('rate_limit')
    expect(second.headers).not.toHaveProperty('x-budget-remaining')
    expect(errorOf((await ask(gateway.url, { body: chat({ max_tokens: 5000 }) })).body)['type']).toBe('budget_exhausted')
    await expect.poll(() => upstream.received.length).toBe(1)
    answerNow()
    expect((await first).status).toBe(200)
  })

  it('observes beyond every limit without refusing', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer({ prompt_tokens: 60, completion_tokens: 60 })))
    const gateway = await startGateway(upstream.url, { mode: 'observe', budgetTokens: 100, slots: 1 })
    for (const _ of [1, 2, 3]) expect((await ask(gateway.url)).status).toBe(200)
    expect(tokensOf(gateway)).toMatchObject({ used: 360, reserved: 0, remaining: -260 })
    expect(gateway.health().enforcing).toBe(false)
  })

  it('keeps the budgets of its agents apart', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer({ prompt_tokens: 60, completion_tokens: 30 })))
    const gateway = await startGateway(upstream.url, { agents: ['a', 'b'], budgetTokens: 100 })
    const statuses = []
    for (const agent of ['a', 'a', 'b']) statuses.push((await ask(gateway.url, { agent })).status)
    expect(statuses).toEqual([200, 429, 200])
  })

  it('does no budget work where that is planted, and still says enforce', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { notEnforcing: true, budgetTokens: 0 })
    expect((await ask(gateway.url)).status).toBe(200)
    expect(gateway.health()).toMatchObject({ mode: 'enforce', enforcing: false, log: { lines: 1 }, settled: { reconciled: 0 } })
  })

  it('refuses after as many admitted requests as planted, in any mode', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { mode: 'passthrough', refuseAfter: 2 })
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await ask(gateway.url)).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('reports the delay it really planted, on top of what the upstream planted', async () => {
    const upstream = await startFakeUpstream((response) => { response.writeHead(200, { 'x-lat-planted-ns': '1000000000' }).end(chatAnswer()) })
    const gateway = await startGateway(upstream.url, { mode: 'passthrough', plantDelayUs: 300 })
    const { headers } = await ask(gateway.url)
    expect(Number(headers['x-lat-planted-ns'])).toBeGreaterThanOrEqual(1_000_300_000)
    const stream = await startGateway((await startFakeUpstream(answerEvents())).url, { plantDelayUs: 300 })
    const answer = await ask(stream.url, { body: chat({ stream: true }) })
    expect(Number(answer.headers['x-lat-planted-ns'])).toBeGreaterThanOrEqual(300_000)
    expect(answer.body).toBe(chatEvents.join(''))
  })

  it.each([['passthrough', 1], ['observe', 3], ['enforce', 3]] as const)('writes in %s %d log lines for a request', async (mode, lines) => {
    const directory = mkdtempSync(join(tmpdir(), 'refgateway-'))
    onTestFinished(() => { rmSync(directory, { recursive: true }) })
    const logFile = join(directory, 'log.jsonl')
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { mode, logFile })
    await ask(gateway.url)
    await gateway.close()
    const written = readFileSync(logFile, 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
    expect(written).toEqual(['Budget reserved', 'upstream response', 'Budget reconciled'].slice(lines === 1 ? 1 : 0, lines === 1 ? 2 : 3))
  })

  it('says on its health page which process it is and how it was started', async () => {
    const gateway = await startGateway('http://127.0.0.1:9', { version: 'bench-7', agents: ['a', 'b'] })
    const { status, body } = await ask(gateway.url, { path: '/health', method: 'GET', agent: null })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ status: 'ok', version: 'bench-7', mode: 'enforce', enforcing: true, pid: process.pid, slots: { inUse: 0, limit: 50 } })
    expect(JSON.parse(body)).toEqual(gateway.health())
  })

  it('serves its warm-up without touching budgets, counters or the upstream', async () => {
    const upstream = await startFakeUpstream(answerJson(chatAnswer()))
    const gateway = await startGateway(upstream.url, { warmUpRequests: 50, budgetTokens: 0, refuseAfter: 1, plantDelayUs: 60_000_000 })
    expect(upstream.received).toHaveLength(0)
    expect(gateway.health()).toMatchObject({ settled: { reconciled: 0, forfeited: 0, released: 0 }, log: { lines: 0 } })
  })

  it('names a held port', async () => {
    const first = await startGateway('http://127.0.0.1:9')
    const second = startRefGateway({ mode: 'passthrough', upstreamUrl: 'http://127.0.0.1:9', warmUpRequests: 0, port: first.port })
    await expect(second).rejects.toThrow(RefGatewayStartError)
    await expect(second).rejects.toMatchObject({ code: 'LAT_RGW_PORT_HELD', message: expect.stringContaining(`Port ${first.port} on 127.0.0.1 is held`) as string })
  })

  it('names a log file it cannot open', async () => {
    const started = startRefGateway({ mode: 'passthrough', upstreamUrl: 'http://127.0.0.1:9', warmUpRequests: 0, logFile: '/nonexistent/log' })
    await expect(started).rejects.toMatchObject({ code: 'LAT_RGW_LOG', message: expect.stringContaining('/nonexistent/log') as string })
  })

  it('finishes what is in flight before it ends, and does not wait for idle connections', async () => {
    let answerNow = () => { /* set below */ }
    const upstream = await startFakeUpstream((response) => { answerNow = () => { response.end(chatAnswer()) } })
    const gateway = await startGateway(upstream.url, { drainMs: 60_000 })
    const unused = connect(gateway.port, '127.0.0.1')
    await new Promise((resolve) => unused.once('connect', resolve))
    const unusedClosed = new Promise((resolve) => unused.once('close', resolve))
    unused.resume()
    const inFlight = open(gateway.url, { headers: { connection: 'keep-alive' } })
    await expect.poll(() => upstream.received.length).toBe(1)
    const closed = gateway.close()
    await unusedClosed
    answerNow()
    expect(await readAll(await inFlight)).toBe(chatAnswer())
    await closed
    await expect(ask(gateway.url)).rejects.toThrow('ECONNREFUSED')
  })

  it('serves many requests on one connection', async () => {
    const upstream = await startFakeUpstream((response, { body }) => { answerJson(body)(response, null as never, null as never) })
    const gateway = await startGateway(upstream.url, { mode: 'passthrough' })
    const socket = connect(gateway.port, '127.0.0.1')
    onTestFinished(() => { socket.destroy() })
    const body = JSON.stringify({ model: 'm' })
    let text = ''
    socket.on('data', (chunk: Buffer) => { text += chunk.toString() })
    const one = `POST /openai/v1/x HTTP/1.1\r\nHost: x\r\nX-Lat-Agent: bench\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    socket.write(one + one + one)
    await expect.poll(() => text.split(body).length - 1).toBe(3)
  })
})
