import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decompressed, readRowsFile, sha256OfUncompressed, writeManifestLast, writeRowsFile, writeTextFile, type OpenForWriting, type WritableFile } from '../../src/files/index.js'
import { encodeRows, type Row } from '../../src/index.js'
import { okRow } from '../arbitrary-row.js'

const header = { arms: ['enforce'], ratePerSecond: 300 }
const rows = Array.from({ length: 1_000 }, (_, sequence) => okRow(sequence, { lastByteNs: 850_000 + sequence }))
const text = [...encodeRows(rows, header)].join('')

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lat-rows-'))
  path = join(directory, 'enforce-nonstream-150-r1.csv.gz')
})
afterEach(() => rm(directory, { recursive: true }))

/** A disk that takes so many bytes and then says why it takes no more. */
function fullAfter(bytes: number, how: 'error' | 'short-write'): OpenForWriting {
  return async (): Promise<WritableFile> => ({
    async write(_chunk, _offset, length) {
      if (bytes === 0 && how === 'error') throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      const bytesWritten = Math.min(bytes, length)
      bytes -= bytesWritten
      return { bytesWritten }
    },
    async sync() {},
    async close() {},
  })
}

describe('writeRowsFile', () => {
  it('writes rows that readRowsFile gives back, and says what it wrote', async () => {
    const written = await writeRowsFile(path, rows, header)
    expect(written).toEqual({ sha256: createHash('sha256').update(text).digest('hex'), bytes: text.length, rowCount: 1_000 })
    expect(gunzipSync(await readFile(path)).toString()).toBe(text)
    expect(await readRowsFile(path, written.sha256)).toEqual({ ...header, rows, sha256: written.sha256 })
    expect(await readdir(directory)).toEqual(['enforce-nonstream-150-r1.csv.gz'])
  })

  it.each(['error', 'short-write'] as const)('leaves nothing and names the path when the disk is full (%s)', async (how) => {
    await expect(writeRowsFile(path, rows, header, fullAfter(100, how))).rejects.toMatchObject({ code: 'LAT_ROWS_DISK_FULL', path, message: expect.stringContaining(path) as string, cause: expect.any(Error) as Error })
    expect(await readdir(directory)).toEqual([])
  })

  it('leaves an earlier file alone when it fails', async () => {
    await writeFile(path, 'earlier')
    await expect(writeRowsFile(path, rows, header, fullAfter(100, 'error'))).rejects.toThrow('No space left')
    expect(await readFile(path, 'utf8')).toBe('earlier')
  })

  it('leaves nothing when the rows change while they are written', async () => {
    let walks = 0
    const growing: Iterable<Row> = { *[Symbol.iterator]() { walks += 1; yield okRow(0); if (walks > 1) yield okRow(1) } }
    await expect(writeRowsFile(path, growing, header)).rejects.toMatchObject({ code: 'LAT_ROWS_ONE_SHOT' })
    expect(await readdir(directory)).toEqual([])
  })

  it('names a directory that is not there', async () => {
    await expect(writeRowsFile(join(directory, 'gone', 'a.csv.gz'), rows, header)).rejects.toMatchObject({ code: 'LAT_ROWS_WRITE', message: expect.stringContaining('gone') as string })
  })
})

describe('readRowsFile', () => {
  it('reads an uncompressed file too', async () => {
    await writeFile(path, text)
    expect((await readRowsFile(path)).rows).toEqual(rows)
  })

  it('refuses rows that are not those of the manifest', async () => {
    await writeRowsFile(path, rows, header)
    await expect(readRowsFile(path, 'b'.repeat(64))).rejects.toMatchObject({ code: 'LAT_ROWS_DIGEST', message: expect.stringContaining(path) as string })
  })

  it('names file and line of a malformed row', async () => {
    await writeFile(path, gzipSync(text.replace('\n60000,', '\n-60000,')))
    await expect(readRowsFile(path)).rejects.toThrow(`${path}:3: dispatchedNs "-60000" is negative`)
  })

  it('names a compressed file that was cut, and one that is not there', async () => {
    await writeFile(path, gzipSync(text).subarray(0, 200))
    await expect(readRowsFile(path)).rejects.toMatchObject({ code: 'LAT_ROWS_READ', message: expect.stringContaining(path) as string })
    await expect(readRowsFile(join(directory, 'gone'))).rejects.toMatchObject({ code: 'LAT_ROWS_READ' })
  })
})

describe('sha256OfUncompressed', () => {
  it('does not depend on the compression', async () => {
    const digests = []
    for (const bytes of [text, gzipSync(text, { level: 1 }), gzipSync(text, { level: 9 })]) {
      await writeFile(path, bytes)
      digests.push(await sha256OfUncompressed(path))
    }
    expect(new Set(digests)).toEqual(new Set([createHash('sha256').update(text).digest('hex')]))
  })
})

describe('decompressed', () => {
  it('shows an audit the text inside a compressed file', async () => {
    await writeFile(path, gzipSync('home of a user'))
    const chunks = []
    for await (const chunk of decompressed(path)) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('home of a user')
  })

  it.each([['zeros', '\0\0\0'], ['a text behind a zero', '\0home of a user'], ['a text', 'home of a user']])('refuses %s behind the compressed text', async (_what, behind) => {
    await writeFile(path, Buffer.concat([gzipSync(text), Buffer.from(behind)]))
    await expect(readRowsFile(path)).rejects.toMatchObject({ code: 'LAT_ROWS_READ', message: expect.stringContaining(path) as string })
  })

  it('reads a file of many pieces to its end', async () => {
    const bytes = randomBytes(300_000)
    await writeFile(path, gzipSync(bytes))
    const chunks = []
    for await (const chunk of decompressed(path)) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  })

  it('reads compressed texts behind one another, as gzip does', async () => {
    await writeFile(path, Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]))
    expect((await readRowsFile(path)).rows).toEqual(rows)
  })
})

describe('writeManifestLast', () => {
  it('writes the manifest of a finished run', async () => {
    await writeManifestLast(directory, { MODE: 'quick' })
    expect(await readFile(join(directory, 'MANIFEST'), 'utf8')).toBe('MODE=quick\n')
  })

  it('refuses to overwrite one', async () => {
    await writeTextFile(join(directory, 'MANIFEST'), 'MODE=quick\n')
    await expect(writeManifestLast(directory, { MODE: 'evidence' })).rejects.toMatchObject({ code: 'LAT_ROWS_EXISTS' })
  })

  it('refuses a directory in which a file was left half written', async () => {
    await writeFile(join(directory, '.a.csv.gz.00.partial'), '')
    await expect(writeManifestLast(directory, { MODE: 'quick' })).rejects.toMatchObject({ code: 'LAT_ROWS_UNFINISHED' })
  })
})
