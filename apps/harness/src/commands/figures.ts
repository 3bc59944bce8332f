import { tables } from '@lat/render'
import { artefacts } from '../evidence/artefacts.js'
import { checkRun } from '../evidence/check-run.js'
import { readManifest, readRun } from '../evidence/read-run.js'
import { findRun } from '../evidence/run-directory.js'
import { profileChange, runProfile } from '../evidence/run-profile.js'
import { writeFigures } from '../evidence/write-artefacts.js'
import { fromCaller } from '../run/locate.js'

/** Re-renders the figures and tables of a run from its rows, or with `check` only compares. No load, no sockets. */
export async function figuresCommand(path: string, options: { readonly check?: unknown }): Promise<number> {
  const dir = findRun(fromCaller(path))
  if (options.check) {
    const faults = await checkRun(dir)
    const change = profileChange(await runProfile(await readManifest(dir), dir))
    if (change !== null) console.log(change)
    for (const fault of faults) console.log(`DIFFERS ${fault}`)
    console.log(faults.length === 0 ? `ok: every table, statistic and mark of ${dir} follows from its rows` : `${faults.length} file${faults.length === 1 ? '' : 's'} of ${dir} no longer follow from the rows`)
    return faults.length === 0 ? 0 : 1
  }
  const { facts, input } = await readRun(dir)
  const made = artefacts(input, facts.profile, facts.treeHash)
  await writeFigures(dir, made)
  console.log(tables(made.analysis, made.evaluation))
  for (const name of made.figures) console.log(`${dir}/${name}`)
  return 0
}
