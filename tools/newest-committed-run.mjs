import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const runsIn = (root) =>
  existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, 'MANIFEST'))).sort().reverse().map((name) => join(root, name))
    : []

/** The run that README and CI show: the newest committed evidence, and until there is any the small run of the fixtures. */
export function newestCommittedRun() {
  const dir = [...runsIn('results').filter((path) => /-evidence-r\d+$/.test(path)), ...runsIn('fixtures/runs')][0]
  if (dir === undefined) throw new Error('There is no committed run, neither in results/ nor in fixtures/runs/.')
  return dir
}
