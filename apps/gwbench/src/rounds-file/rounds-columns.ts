/** First word of a rounds file. */
export const ROUNDS_FORMAT = '# lat-gwbench-rounds 1'

/** One line per timed request, in the order they were sent; times in whole ns after the dispatch of the request. */
export const ROUNDS_COLUMNS = ['run', 'phase', 'round', 'position', 'target', 'writtenNs', 'firstByteNs', 'lastByteNs', 'plantedNs', 'reconnected'] as const

/** The two more columns of rounds whose answers were event streams. */
export const EVENT_COLUMNS = ['firstEventNs', 'secondEventNs'] as const
