/** What shows that a program is ready for requests. */
export type Readiness =
  /** A line of JSON on stdout with `"ready": true`. */
  | { readonly line: true }
  /** A GET that answers with `status`, or any 2xx without one. */
  | { readonly url: string; readonly status?: number | undefined }

/** Words for what is awaited, as they stand in a message. */
export function describeReadiness(ready: Readiness): string {
  return 'line' in ready ? 'a JSON line with "ready": true on its stdout' : `${ready.status ?? 'a 2xx answer'} from ${ready.url}`
}
