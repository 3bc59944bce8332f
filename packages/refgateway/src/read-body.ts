import type { IncomingMessage } from 'node:http'

/**
 * Reads a whole request body, then calls `done` once: with the bytes, or with `null` as soon as there are
 * more than `maxBytes`. A request that is broken off before its end calls nothing.
 */
export function readBody(request: IncomingMessage, maxBytes: number, done: (body: Buffer | null) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    done(null)
    return
  }
  let first: Buffer | null = null
  let chunks: Buffer[] | null = null
  let bytes = 0

  const onData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) {
      request.off('data', onData)
      request.off('end', onEnd)
      done(null)
    } else if (first === null) {
      first = chunk
    } else {
      chunks ??= [first]
      chunks.push(chunk)
    }
  }
  const onEnd = () => { done(chunks === null ? first ?? Buffer.alloc(0) : Buffer.concat(chunks, bytes)) }

  request.on('data', onData)
  request.on('end', onEnd)
}
