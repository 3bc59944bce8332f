import { z } from 'zod'
import { resultSchema } from '../report/result-schema.js'

/** Instants of a stream that a time to first byte may mean. */
export const MARKS = ['firstByte', 'firstEvent', 'secondEvent', 'lastByte'] as const

export type Mark = (typeof MARKS)[number]

const { targets, overhead, controls, conditions, machine, runs, separations, upstreamRequestsPerRequest } = resultSchema.shape

/** What `gwbench ttfb --json` prints. Times are in ns after the dispatch of the request. */
export const streamResultSchema = z.strictObject({
  format: z.literal('lat-gwbench-ttfb 1'),
  command: z.literal('ttfb'),
  version: z.string(),
  startedAt: z.string(),
  conditions,
  machine,
  runs,
  /** Targets of which it was proven, by an upstream that withheld the rest, that event 2 came through; none for another upstream. */
  proven: z.array(z.string()),
  /** By instant: of the first byte, which may be no more than the headers, of complete events, of the last byte. */
  marks: z.array(z.strictObject({ mark: z.enum(MARKS), targets, overhead, twin: controls.shape.twin, separations })),
  upstreamRequestsPerRequest,
  notes: z.array(z.string()),
  directory: z.string().nullable(),
})

export type StreamResult = z.infer<typeof streamResultSchema>
