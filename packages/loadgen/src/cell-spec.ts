/** What a successful answer must look like. */
export type Expectation = 'json' | 'sse' | 'any'

/** How arrivals are shared among the arms of a cell. */
export type Assignment = 'cell' | 'block' | 'arrival'

/** Which thread keeps the time, and how: cells of different pacing are not comparable. `spin` keeps a core busy, which only hosts of 4 cores or more can spare. */
export type Pacing = 'worker' | 'spin' | 'timeout'

/** `undici` for measuring; `raw` is a reference on bare sockets that bounds what undici costs. */
export type TransportName = 'undici' | 'raw'

/** One path a request can take. */
export interface ArmSpec {
  readonly name: string
  readonly url: string
  /** Default `POST`. */
  readonly method?: string
  /** Several values go out as several lines of that name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array
  /**
   * Default `any`: a complete 2xx answer. `json` also wants JSON without a top-level `error`; `sse` an
   * event stream of at least one event, without an error event, that says it is finished.
   */
  readonly expect?: Expectation
}

/** One cell of open-model load: arrivals at their scheduled instants, whether or not earlier ones have answered. */
export interface CellSpec {
  readonly name: string
  readonly arms: readonly ArmSpec[]
  /** `cell`: one arm. `arrival` and `block`: each arm once, in seeded order, in every group of arrivals or time blocks. */
  readonly assignment: Assignment
  /** Length of one time block of `block`. Default 250. */
  readonly blockMs?: number
  /** Names the random draws: same seed, same schedule. */
  readonly seed: string
  /** Need not be whole. */
  readonly ratePerSecond: number
  /** Warm-up arrivals start at 0 and are not in the rows. */
  readonly warmupMs: number
  /** Start of the steady phase; from `warmupMs` on. */
  readonly steadyStartMs: number
  readonly steadyMs: number
  /** Largest number of requests in flight; an arrival that finds no free slot is dropped. Default 40. */
  readonly slots?: number
  /** Default `fifo`: every connection in turn. `lifo` keeps few connections busy. */
  readonly slotOrder?: 'fifo' | 'lifo'
  /** Default `constant`. `poisson` is a Poisson process given its number of arrivals. */
  readonly arrivals?: 'constant' | 'poisson'
  /** Default `worker`. */
  readonly pacing?: Pacing
  /** From dispatch to last byte. Default 30000. */
  readonly requestTimeoutMs?: number
  /** Wait for answers after the steady phase; what is in flight then is abandoned. Default 10000. */
  readonly graceMs?: number
  /** Default `undici`. */
  readonly transport?: TransportName
  /** This generator's part of the arrivals, when several share a cell: arrival i is sent where i mod `count` = `index`. */
  readonly shard?: { readonly index: number; readonly count: number }
  /** First arrival at this wall-clock time, for generators on several machines. Default: at once. */
  readonly startAtEpochMs?: number
  /** Most stream chunks whose arrival is kept, for gaps between events: the newest of them. Default 0: none. */
  readonly chunkTimes?: number
  /** A trickle of requests to a responder of our own inside the cell, for the self-check. Default true. */
  readonly canary?: boolean
  /** Known-truth control: blocks the generator's own I/O loop, which its self-check must see. */
  readonly plantedBlock?: { readonly blockMs: number; readonly everyMs: number }
  /** Certificates to trust for https targets, as PEM. */
  readonly ca?: string
  /** Permits targets on other machines. Default false. */
  readonly allowRemote?: boolean
}
