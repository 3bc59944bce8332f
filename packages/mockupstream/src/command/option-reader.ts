const BYTE_UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 * 1024 }
const NS_UNITS: Readonly<Record<string, number>> = { ns: 1, us: 1000, ms: 1_000_000, s: 1_000_000_000 }

/**
 * Reads options from the words of a command line and collects every fault.
 *
 * The parser above turns values into numbers when they look like numbers, which loses `007` and a digest
 * of digits, so values are read from the words themselves.
 */
export class OptionReader {
  readonly faults: string[] = []
  readonly #words: readonly string[]

  constructor(words: readonly string[]) {
    this.#words = words
  }

  text(name: string): string | undefined {
    const values: string[] = []
    for (const [index, word] of this.#words.entries()) {
      if (word === '--') break
      if (word === `--${name}`) values.push(this.#words[index + 1] ?? '')
      else if (word.startsWith(`--${name}=`)) values.push(word.slice(name.length + 3))
    }
    if (values.length > 1) this.faults.push(`--${name} is given ${values.length} times.`)
    return values[0]
  }

  flag(name: string): boolean {
    return this.#words.includes(`--${name}`)
  }

  whole(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^\d{1,15}$/.test(text)) return Number(text)
    this.faults.push(`--${name} is "${text}"; it must be a whole number.`)
    return undefined
  }

  bytes(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const parts = /^(\d{1,12})(B|KiB|MiB)?$/.exec(text)
    if (parts !== null) return Number(parts[1]) * BYTE_UNITS[parts[2] ?? '']!
    this.faults.push(`--${name} is "${text}"; it must be a number of bytes such as 1048576, 64KiB or 1MiB.`)
    return undefined
  }

  durationNs(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const parts = /^(\d{1,9}(?:\.\d{1,6})?)(ns|us|ms|s)$/.exec(text)
    if (parts !== null) return Math.round(Number(parts[1]) * NS_UNITS[parts[2]!]!)
    if (text === '0') return 0
    this.faults.push(`--${name} is "${text}"; it must be a duration such as 500us, 20ms or 1.5s.`)
    return undefined
  }
}
