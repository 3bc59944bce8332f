import { describe, expect, it } from 'vitest'
import { parseDeclaration, SubjectInputError } from '../src/index.js'

const smallest = { name: 'proxy', argv: ['proxy', '{port}'], ready: { line: true }, request: { path: '/v1' } }
const parse = (declaration: object) => parseDeclaration(JSON.stringify(declaration), 'proxy.json')

function faults(text: string): string {
  try {
    parseDeclaration(text, 'proxy.json')
  } catch (error) {
    expect(error).toBeInstanceOf(SubjectInputError)
    expect((error as SubjectInputError).code).toBe('LAT_SUBJ_DECLARATION')
    return (error as SubjectInputError).message
  }
  throw new Error('accepted')
}

describe('parseDeclaration', () => {
  it('reads the smallest declaration', () => {
    expect(parse(smallest)).toEqual({ ...smallest, request: { path: '/v1', headers: {} } })
  })

  it('reads a file as a text or as a list of lines', () => {
    expect(parse({ ...smallest, files: { 'a.conf': 'one\n', 'sub/b.conf': ['one', 'two'] } }).files).toEqual({ 'a.conf': 'one\n', 'sub/b.conf': 'one\ntwo\n' })
  })

  it('leaves braces alone that are no placeholder', () => {
    const conf = 'events { worker_connections 64; } {"a":{"b":1}} {} ${{HOME}} {{word}}'
    expect(parse({ ...smallest, files: { conf } }).files).toEqual({ conf })
  })

  it('names the file and every fault in one message', () => {
    const message = faults(JSON.stringify({ name: 'My Proxy', argv: [], ready: {}, request: { path: 'v1' }, colour: 'red' }))
    expect(message).toMatch(/^proxy\.json does not declare a subject; 5 faults:\n/)
    for (const fault of ['name: ', 'argv: must name at least the program', 'ready: needs exactly one of path, url, line, but has none', 'request.path: a path starts with "/"', 'colour']) expect(message).toContain(fault)
  })

  it.each([
    ['text that is not JSON', '{"name": ', 'proxy.json is not JSON'],
    ['an unknown placeholder', JSON.stringify({ ...smallest, argv: ['proxy', '--port={prot}'] }), 'argv.1: unknown placeholder {prot}; known are {port} '],
    ['an unknown placeholder in a file', JSON.stringify({ ...smallest, files: { a: ['ok', '{portt}'] } }), 'files.a: unknown placeholder {portt}'],
    ['a file that is no text', JSON.stringify({ ...smallest, files: { a: ['ok', 1] } }), 'files.a: '],
    ['a file outside its directory', JSON.stringify({ ...smallest, files: { '../evil': '' } }), 'a file name is a relative path without ".."'],
    ['a file with a full path', JSON.stringify({ ...smallest, files: { '/etc/evil': '' } }), 'a file name is a relative path without ".."'],
    ['two ways to get ready', JSON.stringify({ ...smallest, ready: { path: '/health', line: true } }), 'but has path and line'],
    ['a URL of another scheme', JSON.stringify({ ...smallest, ready: { url: 'https://127.0.0.1/' } }), 'a URL here starts with "http://"'],
    ['a mode nobody has', JSON.stringify({ ...smallest, modes: { turbo: {} } }), 'turbo'],
    ['a header name with a space', JSON.stringify({ ...smallest, request: { path: '/', headers: { 'x y': '1' } } }), 'not a header name'],
    ['an identity without a field', JSON.stringify({ ...smallest, identity: { path: '/health' } }), 'identity.field'],
    ['a ready line on a discarded stdout', JSON.stringify({ ...smallest, discardStdout: true }), 'discardStdout: a ready line needs stdout'],
    ['a timeout of nothing', JSON.stringify({ ...smallest, ready: { line: true, timeoutMs: 0 } }), 'ready.timeoutMs'],
  ])('refuses %s', (_what, text, named) => {
    expect(faults(text)).toContain(named)
  })
})
