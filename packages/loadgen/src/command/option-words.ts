import { badUsage } from '../errors.js'
import { FLAG_OPTIONS, OPTION_ALIASES } from './command-options.js'

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/**
 * The words in the one spelling in which the parser takes them: `-r500` with its long name, flags of two words as the
 * parser knows them.
 *
 * @param longNames every long option of the command line, without dashes
 * @throws {LoadgenInputError} on spellings that the parser takes and the command would not see: `--startAt`, `-rate=50`
 */
export function optionWords(words: readonly string[], longNames: ReadonlySet<string>): string[] {
  const end = words.indexOf('--')
  return words.map((word, index) => {
    if (end >= 0 && index >= end) return word
    const [, dashes, name, rest = ''] = /^(--?)([A-Za-z][A-Za-z-]*)([\s\S]*)$/.exec(word) ?? []
    if (dashes === undefined || name === undefined) return word
    if (dashes === '-') {
      if (name.length > 1 && longNames.has(name) && (rest === '' || rest.startsWith('='))) throw badUsage(`Unknown option ${word}; write --${name}${rest}: long options take two dashes.`)
      const long = OPTION_ALIASES[word[1]!]
      return long === undefined || word.length === 2 ? word : `--${long}=${word.slice(2).replace(/^=/, '')}`
    }
    if (/[A-Z]/.test(name)) throw badUsage(`Unknown option --${name}${longNames.has(kebab(name)) ? `; write --${kebab(name)}` : ''}.`)
    return FLAG_OPTIONS.has(name) && !name.startsWith('no-') ? `--${camel(name)}${rest}` : word
  })
}
