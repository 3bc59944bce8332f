/**
 * Pieces of a reply, one per word, that concatenate to it; whitespace goes with the word behind it.
 *
 * @example splitReply('one  two ') // ['one', '  two ']
 */
export function splitReply(reply: string): string[] {
  const pieces = reply.match(/\s*\S+/g) ?? []
  const covered = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (pieces.length === 0) return reply === '' ? [] : [reply]
  return [...pieces.slice(0, -1), pieces.at(-1)! + reply.slice(covered)]
}
