import { describe, expect, it } from 'vitest'
import { verifyStream } from '../../src/answer/verify-stream.js'

const chunk = (content: string, finish: string | null = null): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
const verify = (text: string) => verifyStream(Buffer.from(text))

describe('verifyStream', () => {
  it('accepts a stream that has a token and says it is finished', () => {
    expect(verify(`${chunk('a')}${chunk('', 'stop')}data: [DONE]\n\n`)).toEqual({ failure: 'none', label: null })
  })

  it('labels a stream that lacks one of the two terminal marks', () => {
    expect(verify(chunk('a', 'stop'))).toEqual({ failure: 'none', label: 'done-missing' })
    expect(verify(`${chunk('a')}data: [DONE]\n\n`)).toEqual({ failure: 'none', label: 'finish-reason-missing' })
  })

  it.each([
    ['truncated-stream', chunk('a')],
    ['empty-stream', ''],
    ['empty-stream', ': ping\n\n'],
    ['stream-error', `${chunk('a')}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n`],
    ['stream-error', 'data: {"error":{"message":"x"}}\n\n'],
    ['malformed-event', `${chunk('a')}data: {"choices\n\ndata: [DONE]\n\n`],
  ])('says %s', (failure, text) => {
    expect(verify(text).failure).toBe(failure)
  })
  it.each([
    ['overloaded_error', 'overloaded_error'],
    ['request 42 failed', null],
    ['', null],
  ])('labels an error event of type %j with %j', (type, label) => {
    expect(verify(`${chunk('a')}event: error\ndata: {"type":"error","error":{"type":"${type}","message":"x"}}\n\n`)).toEqual({ failure: 'stream-error', label })
  })
})
