/**
 * Values of options as they were typed. The parser behind the help text turns `007` into 7 and `1e3`
 * into 1000, which is wrong for a body, a header or a seed.
 */
export class RawOptions {
  private readonly values = new Map<string, string[]>()
  private readonly names = new Set<string>()

  /** @param aliases short name to long name, such as `{ r: 'rate' }` */
  constructor(words: readonly string[], aliases: Readonly<Record<string, string>>, flags: ReadonlySet<string>) {
    for (let i = 0; i < words.length; i += 1) {
      if (words[i] === '--') break
      const match = /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(words[i]!) ?? /^-([A-Za-z])(?:=?([\s\S]+))?$/.exec(words[i]!)
      if (match === null) continue
      const name = aliases[match[1]!] ?? match[1]!
      this.names.add(name)
      if (flags.has(name)) continue
      const value = match[2] ?? words[(i += 1)]
      if (value !== undefined) this.values.set(name, [...(this.values.get(name) ?? []), value])
    }
  }

  /** The last value given. */
  one(name: string): string | undefined {
    return this.values.get(name)?.at(-1)
  }

  /** Whether the option was typed, a flag included. */
  has(name: string): boolean {
    return this.names.has(name)
  }

  all(name: string): readonly string[] {
    return this.values.get(name) ?? []
  }
}
