import type { Profile } from '@lat/bands'
import type { Analysis, Manifest } from '@lat/rows'
import { manifestRefusals } from '@lat/rows'
import { HarnessInputError } from '../errors.js'
import { runProfile } from './run-profile.js'

/** Keys without which a directory cannot be judged again. */
const required = ['FORMAT', 'RUN', 'MODE', 'PROFILE', 'DESIGN', 'SEED', 'SUBJECT', 'REPETITIONS', 'STREAM_REPETITIONS', 'GIT_COMMIT', 'GIT_TREE', 'TREE_DIRTY']

export interface RunFacts {
  readonly run: Analysis['run']
  readonly profile: Profile
  readonly treeHash: string | null
}

/**
 * What a manifest says about how its run is to be judged.
 *
 * @throws {HarnessInputError} listing every missing or impossible entry
 */
export async function runFacts(manifest: Manifest, dir: string): Promise<RunFacts> {
  const refusals = manifestRefusals(manifest, required)
  if (refusals.length > 0) throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `The MANIFEST of ${dir} cannot stand for a run: ${refusals.join('; ')}.`)
  const value = (key: string) => manifest.get(key)!
  const mode = value('MODE')
  if (mode !== 'smoke' && mode !== 'quick' && mode !== 'evidence') throw new HarnessInputError('LAT_HARNESS_NOT_A_RUN', `The MANIFEST of ${dir} has MODE=${mode}, which is none of smoke, quick and evidence.`)
  return {
    run: {
      name: value('RUN'),
      mode,
      estimate: mode !== 'evidence',
      subject: value('SUBJECT'),
      profile: value('PROFILE'),
      design: value('DESIGN'),
      seed: value('SEED'),
      plannedRepetitions: Number(value('REPETITIONS')),
      plannedStreamRepetitions: Number(value('STREAM_REPETITIONS')),
    },
    profile: await runProfile(manifest, dir),
    treeHash: value('GIT_TREE') === 'none' ? null : value('GIT_TREE'),
  }
}
