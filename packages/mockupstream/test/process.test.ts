import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseEvents } from '@lat/sse'
import { FIXTURES_DIR } from './support/fixtures-dir.js'
import { post, RawClient } from './support/raw-client.js'

const BIN = fileURLToPath(new URL('../bin/lat-mockupstream.mjs', import.meta.url))

async function start(...words: string[]): Promise<{ child: ChildProcessWithoutNullStreams; port: number; pid: number }> {
  const child = spawn(process.execPath, [BIN, 'replay', '--fixtures', FIXTURES_DIR, ...words])
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { url: string; pid: number }
    return { child, port: Number(new URL(ready.url).port), pid: ready.pid }
  }
  throw new Error('it ended without a ready line')
}

/** Most reads that one streamed answer took, looking at up to `answers` of them and no further than `enough`. */
async function mostReads(port: number, answers: number, enough: number): Promise<number> {
  const client = await RawClient.open(port)
  let most = 0
  for (let sent = 0; sent < answers && most < enough; sent += 1) {
    const before = client.reads.length
    client.send(post('{"stream":true}'))
    const answer = await client.answer()
    expect(parseEvents(answer!.body)).toHaveLength(8)
    most = Math.max(most, client.reads.length - before)
  }
  client.close()
  return most
}

describe('the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops on %s with exit code 0, open connections or not', async (signal) => {
    const { child, port, pid } = await start('--warmup-requests', '20')
    expect(pid).toBe(child.pid)
    const client = await RawClient.open(port)
    client.send(post('{}'))
    expect((await client.answer())?.status).toBe(200)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('exits 3 and names the port that is held', async () => {
    const { port } = await start('--warmup-requests', '0')
    const second = spawn(process.execPath, [BIN, 'replay', '--fixtures', FIXTURES_DIR, '--port', String(port)])
    let message = ''
    second.stderr.on('data', (text: Buffer) => {
      message += text.toString()
    })
    expect((await once(second, 'close'))[0]).toBe(3)
    expect(message).toContain(`Port ${port} on 127.0.0.1 is held`)
  })

  it('sends each event of a stream in a segment of its own, where a coalescing writer sends one', async () => {
    // A reader on a busy machine finds several segments at once, so the best of many answers counts.
    const { port } = await start('--warmup-requests', '400')
    expect(await mostReads(port, 5000, 6)).toBeGreaterThanOrEqual(6)

    const events = Array.from({ length: 8 }, (_, index) => `data: ${index}\n\n`)
    const coalescing = createServer((request, response) => {
      request.resume().on('end', () => {
        for (const event of events) response.write(event)
        response.end()
      })
    })
    await new Promise<void>((resolve) => coalescing.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void coalescing.close())
    expect(await mostReads((coalescing.address() as AddressInfo).port, 50, 6)).toBeLessThan(4)
    coalescing.closeAllConnections()
  })
})
