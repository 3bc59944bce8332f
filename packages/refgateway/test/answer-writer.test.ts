import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAnswerWriter } from '../src/answer-writer.js'
import { ask } from './ask.js'

/** Runs `write` on the response of a real server and returns how many chunks each flush of its socket carried. */
async function flushesOf(write: (response: ServerResponse) => void) {
  const flushes: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    const { socket } = request
    const flush = socket._writev!.bind(socket)
    socket._writev = (chunks, callback) => {
      flushes.push(chunks.length)
      flush(chunks, callback)
    }
    write(response)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  onTestFinished(() => { server.close() })
  const answer = await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { flushes, answer }
}

const head = { status: 200, headers: ['Content-Type', 'text/event-stream', 'X-Lat-Planted-Ns', '5'] }
const pieces = ['data: a\n\n', 'data: b\n\n', 'data: c\n\n']

describe('createAnswerWriter', () => {
  it.each([0, 100])('flushes each piece on its own, also those that arrive together, after a planted delay of %d us', async (plantDelayUs) => {
    const { flushes, answer } = await flushesOf((response) => {
      const writer = createAnswerWriter(response, plantDelayUs)
      for (const piece of pieces) writer.piece(head, Buffer.from(piece))
      writer.end(head)
    })
    expect(flushes.length).toBeGreaterThanOrEqual(pieces.length)
    expect(answer).toMatchObject({ status: 200, body: pieces.join('') })
  })

  it('sends a whole answer in one flush with its length', async () => {
    const { flushes, answer } = await flushesOf((response) => { createAnswerWriter(response, 0).whole(head, Buffer.from('abc')) })
    expect(flushes).toHaveLength(1)
    expect(answer).toMatchObject({ body: 'abc', headers: { 'content-length': '3', 'x-lat-planted-ns': '5' } })
  })

  it('keeps the length that a stream announced', async () => {
    const { answer } = await flushesOf((response) => {
      const writer = createAnswerWriter(response, 0)
      writer.piece({ ...head, bodyBytes: 9 }, Buffer.from(pieces[0]!))
      writer.end({ ...head, bodyBytes: 9 })
    })
    expect(answer.headers).toMatchObject({ 'content-length': '9' })
    expect(answer.headers).not.toHaveProperty('transfer-encoding')
  })

  it('has started once the planted delay is running', async () => {
    const started: boolean[] = []
    await flushesOf((response) => {
      const writer = createAnswerWriter(response, 100)
      started.push(writer.started())
      writer.whole(head, Buffer.from('abc'))
      started.push(writer.started())
    })
    expect(started).toEqual([false, true])
  })
})
