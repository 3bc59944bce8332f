import { readlinkSync } from 'node:fs'

/** Kernel thread number of the calling thread, such as `4711/task/4712`; `null` where there is no Linux `/proc`. */
export function threadId(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}
