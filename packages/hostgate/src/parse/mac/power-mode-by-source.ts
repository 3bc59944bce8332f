import type { PowerMode } from '../../power-mode.js'
import type { PowerSource } from '../../power-source.js'
import { unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'
import { powerModeOf } from './power-mode.js'

const SECTIONS = { mains: 'AC Power', battery: 'Battery Power', ups: 'UPS Power' } as const

/** `pmset -g custom`: one section per power source, of which only the one in use counts. */
export function parsePowerModeBySource(text: string, kind: PowerSource['kind'], source = 'pmset -g custom'): Reading<PowerMode> {
  const sections = text.split(/^(?=\S[^\n]{0,60}:$)/m)
  const section = sections.find((candidate) => candidate.startsWith(`${SECTIONS[kind]}:`))
  return section === undefined ? unknown(`${source} says ${quote(text)}, without a section for ${SECTIONS[kind]}`) : powerModeOf(section, source)
}
