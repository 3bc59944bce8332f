/** Requests the upstream says it has answered, or `null` for an upstream that does not count. */
export type UpstreamCount = (() => Promise<number>) | null
