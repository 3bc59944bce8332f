import { measured, unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

/** Connections in TIME_WAIT from `netstat -an -p tcp`. Columns after the state differ between versions and are not read. */
export function parseMacTimeWait(text: string, source = 'netstat -an -p tcp'): Reading<number> {
  if (!/^Proto\s+Recv-Q/m.test(text)) return unknown(`${source} says ${quote(text)}, not a table of connections`)
  const count = text.split('\n').filter((line) => /^tcp\d*\s+\d+\s+\d+\s+\S+\s+\S+\s+TIME_WAIT\b/.test(line)).length
  return measured(count, 'connections', source)
}
