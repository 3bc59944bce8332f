import type { Readable } from 'node:stream'

/** The JSON line with which a program says that it is ready. */
export interface ReadyLine {
  readonly ready: true
  /** Where it listens, when the line has a `url`. */
  readonly url?: string
  /** Port of `url`. */
  readonly port?: number
  /** Everything else the line says. */
  readonly [field: string]: unknown
}

const LINE_LIMIT = 1 << 20

/** Resolves with the first line of `stdout` that is a JSON object with `"ready": true`; other lines are passed over. */
export function readyLine(stdout: Readable, over: AbortSignal): Promise<ReadyLine> {
  return new Promise((resolve) => {
    let text = ''
    const onData = (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const lines = text.split('\n')
      text = lines.pop()!.slice(-LINE_LIMIT)
      for (const line of lines) {
        const said = parse(line)
        if (said === null) continue
        stdout.off('data', onData)
        resolve(said)
        return
      }
    }
    stdout.on('data', onData)
    over.addEventListener('abort', () => stdout.off('data', onData), { once: true })
  })
}

function parse(line: string): ReadyLine | null {
  if (!line.startsWith('{')) return null
  try {
    const said = JSON.parse(line) as Record<string, unknown>
    if (said['ready'] !== true) return null
    const url = typeof said['url'] === 'string' && URL.canParse(said['url']) ? new URL(said['url']) : null
    return { ...said, ready: true, ...(url === null ? {} : { port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) }) }
  } catch {
    return null
  }
}
