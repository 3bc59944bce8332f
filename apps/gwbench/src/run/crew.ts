/** What was started for a run, so that all of it is stopped on every way out. */
export interface Crew {
  /** Waits for a start and remembers how to end what it started. */
  enlist<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T>
  /** Stops everything, the last one first, also what is still starting. */
  dismiss(): Promise<void>
}

export function createCrew(): Crew {
  const starting: Promise<{ stop(): Promise<unknown> } | null>[] = []
  return {
    enlist(start) {
      starting.push(start.catch(() => null))
      return start
    },
    async dismiss() {
      const members = await Promise.all(starting.splice(0).reverse())
      const endings = await Promise.allSettled(members.flatMap((member) => (member === null ? [] : [member.stop()])))
      for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
    },
  }
}
