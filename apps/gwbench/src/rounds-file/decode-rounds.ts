import { GwbenchInputError } from '../errors.js'
import type { Reading, Round } from '../measure/round.js'
import type { Conditions } from '../merge/conditions.js'
import type { RunRecord } from '../merge/run-record.js'
import { parseCadence } from '../plan/cadence.js'
import { EVENT_COLUMNS, ROUNDS_COLUMNS, ROUNDS_FORMAT } from './rounds-columns.js'
import { roundsHeaderSchema } from './rounds-header.js'
import type { RoundsHeader } from './rounds-header.js'

/**
 * The runs of a rounds file: the inverse of `encodeRounds`.
 *
 * @param source what messages call the text, such as its path
 * @throws {GwbenchInputError} `LAT_GWBENCH_ROUNDS_FILE`, naming source and line, on anything `encodeRounds` would not have written
 */
export function decodeRounds(text: string, source: string): readonly RunRecord[] {
  const refuse = (line: number, what: string) => new GwbenchInputError('LAT_GWBENCH_ROUNDS_FILE', `${source}:${line}: ${what}`)
  if (!text.endsWith('\n')) throw refuse(text.split('\n').length, 'the last line has no line end, so the file was cut.')
  const [first, columns, ...lines] = text.slice(0, -1).split('\n')
  const header = readHeader(first ?? '', (what) => refuse(1, what))
  const streamed = columns === [...ROUNDS_COLUMNS, ...EVENT_COLUMNS].join(',')
  const fieldCount = ROUNDS_COLUMNS.length + (streamed ? EVENT_COLUMNS.length : 0)
  if (!streamed && columns !== ROUNDS_COLUMNS.join(',')) throw refuse(2, `the columns are not ${ROUNDS_COLUMNS.join(',')}.`)
  const cadence = parseCadence(header.cadence)
  if (cadence === null) throw refuse(1, `"${header.cadence}" is not a cadence.`)

  const conditions: Conditions = { cadence, targetNames: header.targetNames, bodyBytes: header.bodyBytes }
  const width = header.targetNames.length
  const found = new Map(header.runs.map(({ number }) => [number, { warmup: [] as Round[], timed: [] as Round[] }]))
  if (found.size !== header.runs.length) throw refuse(1, 'a run is named twice.')
  let open: { readonly name: string; readonly number: number; readonly into: Round[]; readonly order: number[]; readonly readings: Reading[] } | null = null
  for (const [index, line] of lines.entries()) {
    const at = index + 3
    const fields = line.split(',')
    if (fields.length !== fieldCount) throw refuse(at, `${fields.length} fields where ${fieldCount} are needed.`)
    const [run, phase, round, position, target] = fields as [string, string, string, string, string]
    const [runNumber, number, place, ...marks] = [run, round, position, ...fields.slice(5, 8), ...fields.slice(10)].map(Number) as [number, number, number, ...number[]]
    const planted = fields[8] === '' ? null : Number(fields[8])
    const bad = [runNumber, number, place, ...marks, planted ?? 0].find((value) => !Number.isSafeInteger(value) || value < 0)
    if (bad !== undefined || fields.slice(5, 8).includes('') || fields.slice(10).includes('') || !/^[01]$/.test(fields[9]!)) throw refuse(at, 'a number is missing, negative or not whole.')
    const into = found.get(runNumber)?.[phase as 'warmup' | 'timed']
    if (into === undefined) throw refuse(at, `there is no phase "${phase}" of run ${run}.`)
    const name = `${run} ${phase} ${round}`
    if (open === null) {
      if (number !== into.length) throw refuse(at, `round ${round} follows ${into.length} rounds of its run.`)
      open = { name, number, into, order: [], readings: [] }
    }
    const targetIndex = header.targetNames.indexOf(target)
    if (open.name !== name || place !== open.order.length || targetIndex < 0 || open.order.includes(targetIndex)) {
      throw refuse(at, `round ${open.name} holds one line for each of ${header.targetNames.join(', ')}, in the order of their turn.`)
    }
    open.order.push(targetIndex)
    const [writtenNs, firstByteNs, lastByteNs, firstEventNs, secondEventNs] = marks as [number, number, number, number, number]
    open.readings[targetIndex] = { writtenNs, firstByteNs, lastByteNs, plantedNs: planted, reconnected: fields[9] === '1', ...(streamed ? { firstEventNs, secondEventNs } : {}) }
    if (open.order.length === width) {
      open.into.push({ number: open.number, order: open.order, readings: open.readings })
      open = null
    }
  }
  if (open !== null) throw refuse(lines.length + 2, `round ${open.name} is not complete.`)
  return header.runs.map(({ number, kept, loadStart, loadEnd }) => ({ number, kept, loadStart, loadEnd, conditions, warmup: found.get(number)!.warmup, rounds: found.get(number)!.timed }))
}

function readHeader(line: string, refuse: (what: string) => Error): RoundsHeader {
  if (!line.startsWith(`${ROUNDS_FORMAT} `)) throw refuse(`the first line does not begin with "${ROUNDS_FORMAT}".`)
  let value: unknown
  try {
    value = JSON.parse(line.slice(ROUNDS_FORMAT.length + 1))
  } catch {
    throw refuse('the header is not JSON.')
  }
  const parsed = roundsHeaderSchema.safeParse(value)
  if (!parsed.success) throw refuse(`the header is not complete: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`)
  return parsed.data
}
