/** One process of a table, with what it has used so far. */
export interface ProcessEntry {
  readonly pid: number
  readonly parentPid: number
  /** Its own processor time and that of children it has waited for. */
  readonly cpuSeconds: number
  readonly rssBytes: number
}
