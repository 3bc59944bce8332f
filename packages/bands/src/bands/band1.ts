import type { AnalysedCell, Analysis } from '@lat/rows'
import type { BandBase, BandStatus, Finding } from '../band-result.js'
import { worstStatus } from '../band-result.js'
import { groupText, whereText } from '../cell-text.js'
import { msText, nsFromMs } from '../milliseconds.js'
import { notCalibrated } from '../not-calibrated.js'
import type { Profile } from '../profile.js'

export interface Band1Group {
  readonly payloadBytes: number
  readonly stream: boolean
  readonly p50CeilingNs: number | null
  readonly p99AdvisoryNs: number | null
  /** Direct cells of the group, by name. */
  readonly cells: readonly AnalysedCell[]
}

export interface Band1 extends BandBase {
  readonly id: 'BAND1'
  readonly groups: readonly Band1Group[]
}

function groupsOf(analysis: Analysis, profile: Profile): readonly Band1Group[] {
  const direct = analysis.cells.filter(({ arm }) => arm === 'direct')
  const known = profile.bands.BAND1.groups
  const unknown = direct
    .filter((cell) => !known.some((group) => groupText(group) === groupText(cell)))
    .map(({ payloadBytes, stream }) => ({ payloadBytes, stream, p50CeilingMs: null, p99AdvisoryMs: null }))
  const named = new Map([...known, ...unknown].map((group) => [groupText(group), group]))
  return [...named.values()].map(({ payloadBytes, stream, p50CeilingMs, p99AdvisoryMs }) => ({
    payloadBytes,
    stream,
    p50CeilingNs: p50CeilingMs === null ? null : nsFromMs(p50CeilingMs),
    p99AdvisoryNs: p99AdvisoryMs === null ? null : nsFromMs(p99AdvisoryMs),
    cells: direct.filter((cell) => groupText(cell) === groupText({ payloadBytes, stream })).sort((a, b) => (a.name < b.name ? -1 : 1)),
  }))
}

type Judged = Finding & { readonly status: BandStatus }

function judgeGroup(group: Band1Group): readonly Judged[] {
  const name = groupText(group)
  const { p50CeilingNs } = group
  if (p50CeilingNs === null) return [{ status: 'uncalibrated', code: 'uncalibrated', text: `UNCALIBRATED: no ceiling for ${name}` }]
  if (group.cells.length === 0) return [{ status: 'unevaluable', code: 'cells-missing', text: `the run has no direct cell at ${name}` }]
  return group.cells.flatMap(({ name: cell, duration: { p50Ns }, ...where }): Judged[] => {
    if (p50Ns === null) return [{ status: 'unevaluable', code: 'quantile-unresolved', text: `${cell} has too few rows to resolve P50` }]
    if (p50Ns < p50CeilingNs) return []
    return [{ status: 'violated', code: 'ceiling-reached', text: `${cell} P50 ${msText(p50Ns)} (${whereText(where)}) is not below ${msText(p50CeilingNs)}: the path without a subject is slow already` }]
  })
}

function advisories(group: Band1Group): readonly Finding[] {
  const { p99AdvisoryNs } = group
  if (p99AdvisoryNs === null) return []
  return group.cells.flatMap(({ name, duration: { p99Ns }, ...where }) =>
    p99Ns === null || p99Ns < p99AdvisoryNs ? [] : [{ code: 'p99-advisory', text: `${name} P99 ${msText(p99Ns)} (${whereText(where)}) is not below its advisory ${msText(p99AdvisoryNs)}` }],
  )
}

/** Whether the path without a subject was as fast as it should be: P50 of every direct cell below the ceiling of its own group. */
export function judgeBand1(analysis: Analysis, profile: Profile): Band1 {
  const { role, provenance, advisoryProvenance } = profile.bands.BAND1
  const groups = groupsOf(analysis, profile)
  const findings = groups.flatMap(judgeGroup)
  const notes = [
    ...groups.flatMap(advisories),
    ...notCalibrated(groups.find(({ p50CeilingNs }) => p50CeilingNs !== null) ?? null, provenance),
    ...notCalibrated(groups.find(({ p99AdvisoryNs }) => p99AdvisoryNs !== null) ?? null, advisoryProvenance),
  ]
  if (groups.length === 0) return { id: 'BAND1', role, groups, status: 'unevaluable', reasons: [{ code: 'cells-missing', text: 'neither the run nor the profile has a direct group' }], notes }
  return { id: 'BAND1', role, groups, status: worstStatus(findings.map(({ status }) => status)), reasons: findings.map(({ code, text }) => ({ code, text })), notes }
}
