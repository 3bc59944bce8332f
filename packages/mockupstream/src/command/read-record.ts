import type { RecordPolicy } from '../record/create-recorder.js'
import type { OptionReader } from './option-reader.js'

/** The option that names the record file, and `--record-policy`. */
export function readRecord(read: OptionReader, fileOption: string): { readonly file: string; readonly policy: RecordPolicy } | undefined {
  const file = read.text(fileOption)
  const policy = read.text('record-policy') ?? 'tick'
  if (policy === 'sync' || policy === 'tick' || policy === 'fsync') return file === undefined ? undefined : { file, policy }
  read.faults.push(`--record-policy is "${policy}"; it must be sync, tick or fsync.`)
  return undefined
}
