import { whereText } from '../cell-text.js'
import type { CostRow } from '../cost-table.js'
import type { Crossing } from '../crossings.js'
import type { Evaluation } from '../evaluate.js'
import { msText } from '../milliseconds.js'
import type { VerdictLine } from './line.js'

function fixed(value: number | null, digits: number): string {
  return value === null ? '-' : value.toFixed(digits)
}

export function costLine(row: CostRow): VerdictLine {
  return {
    kind: 'COST',
    text: `COST ${row.cell} (${whereText(row)}) cpu ${fixed(row.cpuSeconds, 2)} s, ${fixed(row.cpuMsPerRequest, 3)} ms per request, ${fixed(row.coresBusy, 2)} cores busy, slots needed ${fixed(row.slotsNeeded, 2)}, headroom ${fixed(row.headroom, 1)}`,
  }
}

export function crossingLine({ targetNs, derivation, fromBytes, toBytes, ratePerSecond, nsPerByte, crossingBytes, inside }: Crossing): VerdictLine {
  const at = crossingBytes === null ? 'never, the line does not rise' : crossingBytes < 0 ? 'before the first byte, extrapolated' : `at ${Math.round(crossingBytes)} B (${(crossingBytes / 1000).toFixed(1)} KB)${inside ? '' : ', extrapolated'}`
  return { kind: 'CROSSING', text: `CROSSING enforcement reaches ${msText(targetNs)} ${at}; ${derivation} ${fromBytes} B .. ${toBytes} B, ${nsPerByte.toFixed(0)} ns per byte, paired P50 at ${ratePerSecond} rps` }
}

/** What decided, by name, and the verdict as the last line. */
export function verdictLinesOf({ bands, failing, notJudged, notMet, verdictLine }: Evaluation): readonly VerdictLine[] {
  const lines: VerdictLine[] = []
  if (notJudged.length > 0) lines.push({ kind: 'NOT JUDGED', text: `NOT JUDGED ${notJudged.join(', ')}: a busy host or too few rows left nothing to judge; an evidence run would fail` })
  // What nobody could judge is neither met nor not met: the line before says so.
  const judged = bands.some(({ id, role }) => role === 'expectation' && !notJudged.includes(id))
  if (notMet !== null && judged) {
    lines.push(notMet.length === 0 ? { kind: 'EXPECTATIONS MET', text: 'EXPECTATIONS MET' } : { kind: 'EXPECTATIONS NOT MET', text: `EXPECTATIONS NOT MET ${notMet.join(', ')}` })
  }
  if (failing.length > 0) lines.push({ kind: 'FAILING', text: `FAILING ${failing.join(', ')}` })
  return [...lines, { kind: verdictLine, text: verdictLine }]
}
