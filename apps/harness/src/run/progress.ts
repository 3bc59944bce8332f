import pc from 'picocolors'

/** One line of news about a long run. */
export interface ProgressNews {
  readonly cell: string
  readonly index: number
  readonly total: number
  readonly secondsLeft: number
  readonly inFlight?: number
  readonly dropped?: number
  readonly p50Ns?: number | null
  readonly p99Ns?: number | null
}

/** Where a run tells what it is doing. Never stdout, which carries the result. */
export interface Progress {
  /** Redraws the live line; silent where nobody watches. */
  update(news: ProgressNews): void
  /** A line that stays. */
  note(line: string): void
  done(): void
}

const ms = (ns: number | null | undefined) => (ns === null || ns === undefined ? '-' : (ns / 1e6).toFixed(2))

function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

function liveLine({ cell, index, total, secondsLeft, inFlight, dropped, p50Ns, p99Ns }: ProgressNews): string {
  const live = p50Ns === undefined ? '' : `  P50 ${ms(p50Ns)} ms  P99 ${ms(p99Ns)} ms  in flight ${inFlight ?? 0}${dropped ? `  dropped ${dropped}` : ''}`
  return `[${index}/${total}] ${cell}${live}  ${duration(secondsLeft)} left`
}

/** A live line on a terminal; one line per cell elsewhere, so that a CI log stays short. */
export function terminalProgress(stream: NodeJS.WriteStream): Progress {
  const live = stream.isTTY && !process.env['CI']
  let lastCell = ''
  const clear = () => {
    if (live) stream.write('\r\x1b[K')
  }
  return {
    update(news) {
      if (live) {
        const line = liveLine(news)
        stream.write(`\r\x1b[K${pc.dim(line.slice(0, Math.max(20, (stream.columns || 100) - 1)))}`)
      } else if (news.cell !== lastCell) {
        stream.write(`[${news.index}/${news.total}] ${news.cell}, ${duration(news.secondsLeft)} left\n`)
      }
      lastCell = news.cell
    },
    note(line) {
      clear()
      stream.write(`${line}\n`)
    },
    done: clear,
  }
}
