import { measured, unknown, type Reading } from '../reading.js'
import { boundedNumber } from './bounded-number.js'
import { quote } from './quote.js'

/** Ports that outgoing connections are given. */
export interface PortRange {
  readonly first: number
  readonly last: number
  readonly count: number
}

/** Two port numbers: `net.ipv4.ip_local_port_range`, or `net.inet.ip.portrange.first` and `.last` of macOS. */
export function parsePortRange(text: string, source: string): Reading<PortRange> {
  const fields = text.trim().split(/\s+/)
  const [first, last] = fields.map((field) => boundedNumber(field, 1, 65_535)) as [number | null, number | null]
  if (fields.length !== 2 || first === null || last === null || last < first) return unknown(`${source} says ${quote(text)}, not a range of ports`)
  return measured({ first, last, count: last - first + 1 }, 'ports', source)
}
