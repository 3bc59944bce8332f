import { inspect } from 'node:util'
import { keepOutOfOutput } from './redact.js'

/** Text that prints as `[key]` however it is printed; only `reveal` gives it, to the one place that sends it. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    keepOutOfOutput(text)
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '[key]'
  }

  toJSON(): string {
    return '[key]'
  }

  [inspect.custom](): string {
    return '[key]'
  }
}
