import { badUsage } from '../errors.js'
import { exportK6 } from '../export/export-k6.js'
import { exportVegeta } from '../export/export-vegeta.js'
import { parseCellSpec } from '../parse-cell-spec.js'
import { resolveTarget } from '../resolve-target.js'
import { fieldName } from './field-name.js'
import { loadSpec } from './load-spec.js'
import type { RawOptions } from './raw-options.js'
import type { CommandIo } from './run-command.js'

const EXIT_VALID = 0

/** Options of a run that no export can keep, with the reason. */
const refusedOptions: Readonly<Record<string, string>> = {
  poisson: 'neither k6 nor vegeta has Poisson arrivals',
  shard: 'neither k6 nor vegeta shards a schedule; give each machine its part of --rate',
  closed: 'an export is a load at a rate',
  expect: 'k6 and vegeta look at the status alone, not at the answer',
  'chunk-times': 'k6 and vegeta keep no times of chunks',
  'start-at': 'neither k6 nor vegeta has a start time; start the script then',
  'slot-order': 'neither k6 nor vegeta has a slot order',
  pacing: 'k6 and vegeta keep time in their own way',
  transport: 'k6 and vegeta have their own',
  grace: 'vegeta has none, and k6 gets 10s',
  seed: 'nothing in an export is drawn',
  assignment: 'an export has one target',
  'plant-block': 'k6 and vegeta have no loop of this generator to block',
  'no-canary': 'an export has no canary',
  name: 'an export carries no name',
  generator: 'name the generators where you merge: name=file',
  rows: 'the script says where its rows go',
  hdr: 'neither script writes one',
  json: 'an export is a script',
  quiet: 'an export shows no live line',
}

/** Why options of a run have no place in an export. @throws {LoadgenInputError} naming each */
export function refuseRunOptions(options: RawOptions): void {
  const refused = Object.entries(refusedOptions).filter(([name]) => options.has(name))
  if (refused.length > 0) throw badUsage(`An export cannot keep ${refused.map(([name, why]) => `--${name} (${why})`).join(', ')}.`)
}

/** `loadgen export <engine> <target>`: prints a script, after the checks that a run would make. */
export async function exportCommand(engine: string, target: string, options: RawOptions, flags: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number> {
  if (engine !== 'k6' && engine !== 'vegeta') throw badUsage(`export ${engine}: there are k6 and vegeta.`)
  const spec = loadSpec([target], options, flags)
  const { arms, allowRemote } = parseCellSpec(spec, fieldName)
  // A target that may be anywhere need not resolve here: the script runs elsewhere.
  if (!allowRemote) await resolveTarget(new URL(arms[0]!.url), false)
  io.out(engine === 'k6' ? exportK6(spec) : exportVegeta(spec))
  return EXIT_VALID
}
