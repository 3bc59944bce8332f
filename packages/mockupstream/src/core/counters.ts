/** What a server has seen since it was ready; on `/healthz` and from `counters()`. */
export interface Counters {
  /** Answered from a fixture. */
  requests: number
  json: number
  sse: number
  /** Well-formed HTTP refused by status 4xx: unknown route, wrong method, body that is no JSON object. */
  refused: number
  /** Broken HTTP, answered by a 4xx or 5xx and a close. */
  malformed: number
  /** Requests whose rest did not arrive in time, and answers nobody read in time. */
  timedOut: number
  /** Requests or answers cut by the client. */
  aborted: number
  connections: number
  openConnections: number
  /** Connections closed at once because there were too many. */
  droppedConnections: number
  /** Answers delayed by a plant header. */
  planted: number
  /** Plant headers seen while plants are not allowed. */
  plantsIgnored: number
  /** Answers held by the stall. */
  stalled: number
  /** Answered 500 because their record could not be written. */
  unrecorded: number
}

export function zeroCounters(): Counters {
  return { requests: 0, json: 0, sse: 0, refused: 0, malformed: 0, timedOut: 0, aborted: 0, connections: 0, openConnections: 0, droppedConnections: 0, planted: 0, plantsIgnored: 0, stalled: 0, unrecorded: 0 }
}
