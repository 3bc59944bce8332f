const bucketCount = 60
export const bucketMs = 60_000
export const windowMs = bucketCount * bucketMs

export interface RollingWindow {
  /** Sum of what was added in the bucket of `nowMs` and the 59 before it. */
  used(nowMs: number): number
  add(amount: number, nowMs: number): void
  /** Milliseconds until at least `amount` of what is used has left the window; `null` if all of it is less. */
  msUntilFreed(amount: number, nowMs: number): number | null
}

/**
 * What was used over the last hour, in 60 buckets of a minute.
 *
 * Amounts are whole numbers, so sums are exact. A clock that steps back adds to the newest bucket
 * instead of reviving an old one.
 */
export function createRollingWindow(): RollingWindow {
  const amounts = new Float64Array(bucketCount)
  let newest = -1
  let total = 0

  const advance = (nowMs: number) => {
    const bucket = Math.floor(nowMs / bucketMs)
    if (bucket <= newest) return
    if (newest !== -1) {
      const steps = Math.min(bucket - newest, bucketCount)
      for (let step = 1; step <= steps; step++) {
        const slot = (newest + step) % bucketCount
        total -= amounts[slot]!
        amounts[slot] = 0
      }
    }
    newest = bucket
  }

  return {
    used(nowMs) {
      advance(nowMs)
      return total
    },
    add(amount, nowMs) {
      advance(nowMs)
      amounts[newest % bucketCount]! += amount
      total += amount
    },
    msUntilFreed(amount, nowMs) {
      advance(nowMs)
      let freed = 0
      for (let bucket = newest - bucketCount + 1; bucket <= newest; bucket++) {
        freed += amounts[(bucket + bucketCount) % bucketCount]!
        if (freed >= amount) return Math.max(0, (bucket + bucketCount) * bucketMs - nowMs)
      }
      return null
    },
  }
}
