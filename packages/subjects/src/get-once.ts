import { get } from 'node:http'

export interface Answer {
  readonly status: number
  readonly body: string
}

const BODY_LIMIT_BYTES = 1 << 20

/** One GET over a connection of its own; rejects on a transport error, on `timeoutMs`, or when aborted. */
export function getOnce(url: string, options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])])
    const request = get(url, { agent: false, signal }, (answer) => {
      const chunks: Buffer[] = []
      let bodyBytes = 0
      answer.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.byteLength
        if (bodyBytes > BODY_LIMIT_BYTES) request.destroy(new Error(`${url} answered more than ${BODY_LIMIT_BYTES} bytes`))
        else chunks.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }))
    })
    request.on('error', reject)
  })
}
