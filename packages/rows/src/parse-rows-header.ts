import type { RowsHeader } from './encode-rows.js'
import { RowsInputError, type Place } from './errors.js'
import { FIELD_TEXT, ROWS_FORMAT } from './row-columns.js'

/** First line of a row file: format version, arms and rate of its cell. */
export function parseRowsHeader(line: string, place: Place): RowsHeader {
  const match = /^# lat-rows (\d+) arms=(\S+) ratePerSecond=(\S+)(?: generators=(\S+))?$/.exec(line)
  if (match === null) throw new RowsInputError('LAT_ROWS_HEADER', `the first line is not "# lat-rows ${ROWS_FORMAT} arms=… ratePerSecond=…"`, place)
  const [, version, armList, rate, generatorList] = match
  if (version !== String(ROWS_FORMAT)) throw new RowsInputError('LAT_ROWS_VERSION', `format ${version} of a row file; this version reads format ${ROWS_FORMAT}`, place)
  const arms = armList!.split(',')
  if (arms.some((arm) => !FIELD_TEXT.test(arm)) || new Set(arms).size !== arms.length) throw new RowsInputError('LAT_ROWS_ARM', `arms "${armList}" are not distinct names`, place)
  const ratePerSecond = Number(rate)
  if (String(ratePerSecond) !== rate || !Number.isFinite(ratePerSecond) || ratePerSecond <= 0) throw new RowsInputError('LAT_ROWS_RATE', `rate "${rate}" per second is not a finite number above 0`, place)
  if (generatorList === undefined) return { arms, ratePerSecond }
  const generators = generatorList.split(',')
  if (generators.some((generator) => !FIELD_TEXT.test(generator)) || new Set(generators).size !== generators.length) throw new RowsInputError('LAT_ROWS_GENERATOR', `generators "${generatorList}" are not distinct names`, place)
  return { arms, ratePerSecond, generators }
}
