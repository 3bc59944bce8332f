import type { AnswerDraft } from '../answer/answer-draft.js'

export interface FaultContext {
  /** Seeded, in [0, 1). */
  readonly draw: () => number
  /** Path of the request, which decides the shape of an error. */
  readonly path: string
}

/** Changes the draft of one answer. */
export type FaultEffect = (draft: AnswerDraft, context: FaultContext) => void

/** One entry of the registry. The next fault is one more of these. */
export interface FaultKind {
  readonly name: string
  /** Form of its value; `null` when it takes none. */
  readonly value: string | null
  readonly help: string
  /** The effect, or why the value is not valid. Called with '' when it takes none. */
  readonly parse: (value: string) => FaultEffect | string
}

/** A kind whose value is a whole number in a range. */
export function wholeNumber(value: string, low: number, high: number, use: (number: number) => FaultEffect): FaultEffect | string {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= low && number <= high ? use(number) : `"${value}" is not a whole number from ${low} to ${high}`
}
