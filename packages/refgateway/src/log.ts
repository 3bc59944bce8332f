import { createWriteStream, openSync } from 'node:fs'
import { once } from 'node:events'
import { cannotLog } from './errors.js'

export interface Log {
  info(msg: string, fields: Readonly<Record<string, unknown>>): void
  /** Lines formatted, and write errors of the file, since the start. */
  counters(): { readonly lines: number, readonly errors: number }
  close(): Promise<void>
}

const flushAfterMs = 100
const flushAtChars = 64 * 1024

/**
 * JSON lines, each formatted at once and written in batches, so that no request waits for a disk.
 *
 * Without a file the lines are formatted all the same and let go: what logging costs the request path
 * is part of what a gateway costs.
 *
 * @throws {RefGatewayStartError} `LAT_RGW_LOG` when the file cannot be opened for appending
 */
export function createLog(file: string | null): Log {
  const sink = file === null ? null : openSink(file)
  let pending = ''
  let lines = 0
  let errors = 0
  let timer: NodeJS.Timeout | null = null
  sink?.on('error', () => { errors += 1 })

  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (pending !== '') sink?.write(pending)
    pending = ''
  }

  return {
    info(msg, fields) {
      const line = `${JSON.stringify({ time: new Date().toISOString(), level: 'INFO', msg, ...fields })}\n`
      lines += 1
      if (sink === null) return
      pending += line
      if (pending.length >= flushAtChars) flush()
      else timer ??= setTimeout(flush, flushAfterMs)
    },
    counters: () => ({ lines, errors }),
    async close() {
      flush()
      if (sink === null || sink.destroyed) return
      sink.end()
      await once(sink, 'close')
    },
  }
}

function openSink(file: string) {
  try {
    return createWriteStream(file, { fd: openSync(file, 'a', 0o600) })
  } catch (cause) {
    throw cannotLog(file, cause)
  }
}
