import type { AnalysedCell } from '@lat/rows'

interface Where {
  readonly payloadBytes: number
  readonly stream: boolean
  readonly ratePerSecond: number | null
}

/** `4096 B at 500 rps`: no latency is printed without the payload and the rate it belongs to. */
export function whereText({ payloadBytes, stream, ratePerSecond }: Where): string {
  const rate = ratePerSecond === null ? 'no rate' : `${ratePerSecond} rps`
  return `${payloadBytes} B ${stream ? 'streaming ' : ''}at ${rate}`
}

/** `nonstream 4096 B`: the group a direct cell belongs to. */
export function groupText({ payloadBytes, stream }: Pick<AnalysedCell, 'payloadBytes' | 'stream'>): string {
  return `${stream ? 'stream' : 'nonstream'} ${payloadBytes} B`
}
