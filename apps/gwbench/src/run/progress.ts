import pc from 'picocolors'

export interface ProgressNews {
  /** What is going on, such as `run 1 of 3`. */
  readonly what: string
  readonly done: number
  readonly total: number
}

/** Where a run tells what it is doing. Never stdout, which carries the result. */
export interface Progress {
  /** Redraws the live line; silent where nobody watches. */
  update(news: ProgressNews): void
  /** A line that stays. */
  note(line: string): void
  done(): void
}

const REDRAW_MS = 200

/** A live line on a terminal; elsewhere only the lines that stay, so that a CI log is short. */
export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  const live = stream.isTTY && !process.env['CI']
  let drawnMs = -Infinity
  const clear = () => {
    if (live) stream.write('\r\x1b[K')
  }
  return {
    update({ what, done, total }) {
      const nowMs = performance.now()
      if (!live || (nowMs - drawnMs < REDRAW_MS && done < total)) return
      drawnMs = nowMs
      stream.write(`\r\x1b[K${pc.dim(`${what}: ${done} of ${total} rounds`)}`)
    },
    note(line) {
      clear()
      stream.write(`${line}\n`)
    },
    done: clear,
  }
}
