import { setTimeout as sleep } from 'node:timers/promises'
import { describeExit } from '@lat/subjects'
import type { ExitReport } from '@lat/subjects'

/** Something that was started: a process, when it has an end of its own. */
export interface Member {
  /** Resolves, never rejects, when it is gone, whoever ended it. */
  readonly exited?: Promise<ExitReport>
  stop(): Promise<unknown>
}

/** What was started for a run, so that all of it is stopped on every way out. */
export interface Crew {
  /** Waits for a start and remembers how to end what it started. */
  enlist<T extends Member>(starting: Promise<T>): Promise<T>
  /** A sentence about every process that ended without having been told to: why a run that was just going well failed. */
  fallen(): Promise<readonly string[]>
  /** Stops everything, the last one first, also what is still starting. */
  dismiss(): Promise<void>
}

/** A refused connection is seen before the end of the process that refused it is. */
const NEWS_MS = 300
const LAST_WORDS_CHARS = 300

export function createCrew(): Crew {
  const starting: Promise<Member | null>[] = []
  const fallen: ExitReport[] = []
  return {
    enlist(start) {
      starting.push(start.catch(() => null))
      void start.then(({ exited }) => exited?.then((report) => (report.requested ? 0 : fallen.push(report)))).catch(() => null)
      return start
    },
    async fallen() {
      if (starting.length === 0) return []
      await sleep(NEWS_MS)
      return fallen.map((report) => `${report.name} (pid ${report.pid}) ${describeExit(report)}${lastWords(report)}.`)
    },
    async dismiss() {
      const members = await Promise.all(starting.splice(0).reverse())
      const endings = await Promise.allSettled(members.flatMap((member) => (member === null ? [] : [member.stop()])))
      for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
    },
  }
}

function lastWords({ lastOutput }: ExitReport): string {
  const line = lastOutput.trim().split('\n').at(-1)!.trim()
  return line === '' ? '' : `; it last wrote: ${line.slice(0, LAST_WORDS_CHARS)}`
}
