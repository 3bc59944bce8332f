/** Runnable processes, on Linux also those waiting for a disk, averaged over 1, 5 and 15 minutes. */
export interface LoadAverages {
  readonly load1: number
  readonly load5: number
  readonly load15: number
}
