import { describe, expect, it } from 'vitest'
import { addPlanted } from '../src/add-planted.js'

describe('addPlanted', () => {
  it('adds the header behind the others and changes nothing else', () => {
    expect(addPlanted(Buffer.from('HTTP/1.1 200 OK\r\nA: b\r\n\r\n'), 1_000_123).toString()).toBe('HTTP/1.1 200 OK\r\nA: b\r\nx-lat-planted-ns: 1000123\r\n\r\n')
    expect(addPlanted(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'), 5).toString()).toBe('HTTP/1.1 204 No Content\r\nx-lat-planted-ns: 5\r\n\r\n')
  })

  it('adds to what another plant on the path has recorded', () => {
    expect(addPlanted(Buffer.from('HTTP/1.1 200 OK\r\nX-Lat-Planted-Ns: 40\r\nA: b\r\n\r\n'), 2).toString()).toBe('HTTP/1.1 200 OK\r\nA: b\r\nx-lat-planted-ns: 42\r\n\r\n')
  })
})
