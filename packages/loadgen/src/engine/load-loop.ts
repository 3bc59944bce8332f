/** What the I/O thread needs of either model of load. */
export interface LoadLoop {
  /** Nothing further is sent: what is in flight may finish. */
  stop(): void
  /** The request in a slot has its outcome. */
  finished(slot: number): void
  readonly allIssued: boolean
}
