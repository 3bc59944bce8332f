import type { Band1, Band1Group } from '../bands/band1.js'
import type { Band5, CanaryDrift } from '../bands/band5.js'
import { whereText } from '../cell-text.js'
import { msText } from '../milliseconds.js'
import { detailLine, findingLines, headLine } from './line.js'
import type { VerdictLine } from './line.js'

function reading(valueNs: number | null, absent: string): string {
  return valueNs === null ? absent : msText(valueNs)
}

function groupLines({ cells, p50CeilingNs, p99AdvisoryNs }: Band1Group): readonly VerdictLine[] {
  return cells.map((cell) =>
    detailLine(
      'BAND1 CELL',
      `${cell.name} (${whereText(cell)}) P50 ${reading(cell.duration.p50Ns, 'unresolved')} ceiling ${reading(p50CeilingNs, 'UNCALIBRATED')} P99 ${reading(cell.duration.p99Ns, 'unresolved')} advisory ${reading(p99AdvisoryNs, 'none')}`,
    ),
  )
}

export function band1Lines(band: Band1): readonly VerdictLine[] {
  const cells = band.groups.reduce((all, group) => all + group.cells.length, 0)
  return [headLine(band, `direct P50 below the ceiling of its own group, ${cells} cells in ${band.groups.length} groups`), ...band.groups.flatMap(groupLines), ...findingLines(band)]
}

function driftLine(percentile: string, where: string, { openNs, closeNs, driftNs, ceilingNs, percentOfSmaller }: CanaryDrift): VerdictLine {
  const percent = percentOfSmaller === null ? '' : ` (${percentOfSmaller.toFixed(1)} % of the smaller, for context)`
  return detailLine(
    'BAND5 DRIFT',
    `${percentile} (${where}) open ${reading(openNs, 'unresolved')} close ${reading(closeNs, 'unresolved')} drift ${reading(driftNs, 'unresolved')} ceiling ${reading(ceilingNs, 'UNCALIBRATED')}${percent}`,
  )
}

export function band5Lines(band: Band5): readonly VerdictLine[] {
  const where = whereText({ payloadBytes: band.payloadBytes, stream: false, ratePerSecond: band.ratePerSecond })
  return [headLine(band, `the direct canary at the end against the one at the start, ${where}`), driftLine('P50', where, band.p50), driftLine('P99', where, band.p99), ...findingLines(band)]
}
