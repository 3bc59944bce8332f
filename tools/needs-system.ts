import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

/** Set to 1, tests that need system programs run, and a program that is missing fails them. */
const VARIABLE = 'LAT_WITH_SYSTEM'

/**
 * First line of a test that needs a program of the system, as nginx: skipped, and said so at the end of the run, unless
 * `LAT_WITH_SYSTEM=1`. It never depends on what happens to be installed.
 */
export function needsSystem(program: string, { skip }: Pick<TestContext, 'skip'>): void {
  if (process.env[VARIABLE] !== '1') skip(`needs ${program}: set ${VARIABLE}=1 to run it`)
  const installed = (process.env['PATH'] ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)))
  if (!installed) throw new Error(`${VARIABLE}=1 asks for ${program}, which is not on PATH. Install it, or run .ci/run --with-system as root.`)
}
