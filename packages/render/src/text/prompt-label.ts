/**
 * A prompt size and response mode as every table and figure names it.
 *
 * @example promptLabel({ payloadBytes: 150, stream: true }) // '150 B stream'
 */
export function promptLabel({ payloadBytes, stream }: { readonly payloadBytes: number; readonly stream: boolean }): string {
  return `${payloadBytes} B${stream ? ' stream' : ''}`
}
