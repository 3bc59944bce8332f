import { DIRECT } from './target-option.js'
import type { TargetOption } from './target-option.js'
import { urlFault } from './url-fault.js'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

/**
 * Reads `NAME|URL|KEYFILE`; KEYFILE may be empty, and its bar left out.
 *
 * The text itself is never quoted back: somebody may have put a key where its file belongs.
 *
 * @returns the target, or a sentence that says what is wrong with it
 * @example parseTarget('v2|http://127.0.0.1:18080/v1/chat/completions|') // { name: 'v2', url: 'http://…', keyFile: null }
 */
export function parseTarget(text: string): TargetOption | string {
  const parts = text.split('|')
  if (parts.length < 2 || parts.length > 3) return `a target is NAME|URL|KEYFILE, in quotes because of the bars; one has ${parts.length === 1 ? 'no bar' : `${parts.length - 1} bars`}`
  const [name, url, keyFile = ''] = parts as [string, string, string?]
  if (!NAME.test(name)) return 'the name of a target is 1 to 32 letters, digits, dots, underscores or hyphens, and starts with a letter or digit'
  if (name === DIRECT) return `"${DIRECT}" is the name of the upstream itself; give the target another`
  const fault = urlFault(url)
  if (fault !== null) return `the URL of target "${name}" ${fault}`
  return { name, url, keyFile: keyFile === '' ? null : keyFile }
}
