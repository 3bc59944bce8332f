import { describe, expect, it } from 'vitest'
import { rowDigestKey, rowDigests } from '../src/index.js'

describe('rowDigests', () => {
  it('finds the digest of every cell by its name', () => {
    const sha256 = 'a'.repeat(64)
    const cells = ['enforce-nonstream-4096-r2', 'direct-payload-4096', 'direct-canary-open-nonstream-150']
    const manifest = new Map([['MODE', 'quick'], ...cells.map((cell) => [rowDigestKey(cell), sha256] as const)])
    expect([...rowDigests(manifest)]).toEqual(cells.map((cell) => [cell, sha256]))
  })

  it('refuses a value that is no digest', () => {
    expect(() => rowDigests(new Map([['ROWS_SHA256_DIRECT_PAYLOAD_150', 'pending']]))).toThrow(expect.objectContaining({ code: 'LAT_ROWS_MANIFEST_VALUE' }))
  })

  it('refuses a cell whose key would not lead back to it', () => {
    expect(() => rowDigestKey('Enforce_150')).toThrow(expect.objectContaining({ code: 'LAT_ROWS_CELL_NAME' }))
  })
})
