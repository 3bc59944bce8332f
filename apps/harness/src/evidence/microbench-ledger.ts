import type { Ledger, LedgerRow, Microbench } from '@lat/rows'
import { encodeLedger, parseLedger } from '@lat/rows'

/** Costs of single components, measured by this run itself before its first cell. */
const microbench = {
  file: 'microbench.txt',
  about: 'Median cost of one component, measured on this host in this run. inShift: yes when only the enforce arm pays it.',
  columns: { component: 'text', payloadBytes: 'integer', medianNs: 'integer', inShift: 'text' },
} as const satisfies Ledger

export const microbenchFile = microbench.file

export function microbenchText(results: readonly Microbench[]): string {
  return encodeLedger(microbench, results.map(({ component, payloadBytes, medianNs, insideShift }): LedgerRow<typeof microbench> => ({ component, payloadBytes, medianNs: Math.round(medianNs), inShift: insideShift ? 'yes' : 'no' })))
}

export function parseMicrobench(text: string): Microbench[] {
  return parseLedger(microbench, text).map(({ component, payloadBytes, medianNs, inShift }) => ({ component, payloadBytes, medianNs, insideShift: inShift === 'yes' }))
}
