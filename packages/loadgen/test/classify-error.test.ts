import { describe, expect, it } from 'vitest'
import { classifyError } from '../src/classify-error.js'
import type { FailedExchange } from '../src/classify-error.js'

const sent: FailedExchange = { connected: true, answerStarted: false, headersSeen: false, idleNs: 2e6 }
const closed = { code: 'UND_ERR_SOCKET', message: 'other side closed' }
const reset = { code: 'ECONNRESET', message: 'read ECONNRESET' }

describe('classifyError', () => {
  it.each([
    ['connect-refused', { code: 'ECONNREFUSED', message: '' }, { ...sent, connected: false }],
    ['connect-failed', { code: 'EHOSTUNREACH', message: '' }, { ...sent, connected: false }],
    ['no-local-port', { code: 'EADDRNOTAVAIL', message: '' }, { ...sent, connected: false }],
    ['no-file-descriptor', { code: 'EMFILE', message: '' }, { ...sent, connected: false }],
    ['reset', reset, sent],
    ['reset', reset, { ...sent, answerStarted: true, headersSeen: true }],
    ['early-close', closed, sent],
    ['truncated-body', closed, { ...sent, answerStarted: true, headersSeen: true }],
    ['truncated-body', { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', message: '' }, { ...sent, answerStarted: true, headersSeen: true }],
    ['truncated-body', { code: 'HPE_INVALID_EOF_STATE', message: '' }, { ...sent, answerStarted: true, headersSeen: true }],
    ['malformed-answer', { code: 'HPE_INVALID_CONSTANT', message: '' }, { ...sent, answerStarted: true }],
    ['malformed-answer', { name: 'HTTPParserError', message: 'Expected HTTP/' }, sent],
    ['malformed-answer', { code: 'UND_ERR_SOCKET', message: 'bad upgrade' }, { ...sent, answerStarted: true }],
    ['other', { message: 'no code' }, sent],
  ] as const)('says %s for %o', (name, error, exchange) => {
    expect(classifyError(error, exchange)).toBe(name)
  })

  it.each([closed, reset])('blames nobody when a rested connection closes under a request: %o', (error) => {
    expect(classifyError(error, { ...sent, idleNs: 5e9 })).toBe('keepalive-race')
    expect(classifyError(error, { ...sent, idleNs: 5e9, answerStarted: true, headersSeen: true })).not.toBe('keepalive-race')
    expect(classifyError(error, { ...sent, idleNs: null })).not.toBe('keepalive-race')
  })
})
