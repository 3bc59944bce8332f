import type { Secret } from '../key/secret.js'

/** A target that is up and can be asked. */
export interface MeasuredTarget {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** More headers for an untimed request just before a timed one. */
  readonly untimedHeaders?: Readonly<Record<string, string>>
  readonly key: Secret | null
  /** What it uses of the machine, as far as anybody said. */
  readonly parallelism: string | null
  /** Of the program, when this tool started it. */
  readonly sha256: string | null
  /** Of the process, when this tool started it. */
  readonly pid?: number
}
