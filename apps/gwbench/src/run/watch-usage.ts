import { processTreeUsage, valueOrNull } from '@lat/hostgate'

export interface WatchedUsage {
  readonly highestRssBytes: number
  readonly medianRssBytes: number
  /** Processor time of the tree between start and end of the watch, per second. */
  readonly cpuSecondsPerSecond: number
  readonly processes: number
  readonly samples: number
}

const EVERY_MS = 500

/** Watches memory and processor time of a process tree until `end` is called; `null` when it could not be read. */
export function watchUsage(pid: number): { end(): Promise<WatchedUsage | null> } {
  const read = async () => ({ atMs: performance.now(), usage: valueOrNull(await processTreeUsage(pid)) })
  const first = read()
  const samples: Awaited<ReturnType<typeof read>>[] = []
  const timer = setInterval(() => void read().then((sample) => samples.push(sample), () => undefined), EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      const [from, to] = [await first, await read()]
      const seen = [from, ...samples, to].flatMap(({ usage }) => (usage === null ? [] : [usage]))
      if (from.usage === null || to.usage === null) return null
      const rss = seen.map(({ rssBytes }) => rssBytes).sort((a, b) => a - b)
      return {
        highestRssBytes: rss.at(-1)!,
        medianRssBytes: rss[Math.floor((rss.length - 1) / 2)]!,
        cpuSecondsPerSecond: ((to.usage.cpuSeconds - from.usage.cpuSeconds) * 1000) / (to.atMs - from.atMs),
        processes: to.usage.processes,
        samples: rss.length,
      }
    },
  }
}
