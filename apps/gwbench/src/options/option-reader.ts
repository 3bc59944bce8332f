import { GwbenchInputError } from '../errors.js'

/** Reads options as the parser left them, and collects every fault for one message. */
export interface OptionReader {
  whole(name: string, value: unknown, fallback: number, least: number, most: number): number
  number(name: string, value: unknown, fallback: number): number
  text(name: string, value: unknown, fallback: string): string
  /** Values of an option that may be repeated. */
  list(value: unknown): readonly string[]
  fault(sentence: string): void
  /** @throws {GwbenchInputError} `LAT_GWBENCH_USAGE` with every fault that was found */
  finish(): void
}

export function optionReader(): OptionReader {
  const faults: string[] = []
  // An option given twice is an array, one without a value is true.
  const single = (name: string, value: unknown): string | null => {
    if (Array.isArray(value)) faults.push(`--${name} is given ${value.length} times; give it once`)
    else if (typeof value === 'string' || typeof value === 'number') return String(value)
    else faults.push(`--${name} needs a value`)
    return null
  }
  return {
    whole(name, value, fallback, least, most) {
      if (value === undefined) return fallback
      const text = single(name, value)
      if (text === null) return fallback
      const parsed = Number(text)
      if (text.trim() !== '' && Number.isSafeInteger(parsed) && parsed >= least && parsed <= most) return parsed
      faults.push(`--${name} is "${text}"; it is a whole number from ${least} to ${most}`)
      return fallback
    },
    number(name, value, fallback) {
      if (value === undefined) return fallback
      const text = single(name, value)
      if (text === null) return fallback
      const parsed = Number(text)
      if (text.trim() !== '' && Number.isFinite(parsed) && parsed >= 0) return parsed
      faults.push(`--${name} is "${text}"; it is a number of at least 0`)
      return fallback
    },
    text(name, value, fallback) {
      if (value === undefined) return fallback
      const text = single(name, value)
      if (text !== '') return text ?? fallback
      faults.push(`--${name} is empty`)
      return fallback
    },
    list: (value) => (value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(String)),
    fault: (sentence) => void faults.push(sentence),
    finish() {
      if (faults.length > 0) throw new GwbenchInputError('LAT_GWBENCH_USAGE', faults.join('\n'))
    },
  }
}
