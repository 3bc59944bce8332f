import type { Host } from '@lat/hostgate'
import { checkHost, DEFAULT_HOST_LIMITS, readHostReport, scriptedReadingsRefusal } from '@lat/hostgate'
import { checkFixtures } from '@lat/mockupstream'
import { requireFreePort, resolveExecutable } from '@lat/subjects'
import { HarnessInputError } from '../errors.js'
import type { RunConfig } from './run-config.js'
import type { SourceTree } from './source-tree.js'

export interface PreflightParts {
  readonly config: RunConfig
  readonly host: Host
  readonly source: SourceTree
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onWarning: (warning: string) => void
}

/** What evidence refuses to start on. Idle has a gate of its own, with confirmation; the rest is recorded and never gated. */
const refusesEvidence = new Set(['power-source', 'power-mode', 'translation', 'open-files', 'disk'])

async function faultsOf({ config, environment }: PreflightParts): Promise<string[]> {
  const faults: string[] = []
  const note = async (check: () => Promise<unknown> | void) => {
    try {
      await check()
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const scripted = scriptedReadingsRefusal(environment)
  if (scripted !== null) faults.push(scripted)
  await note(() => requireFreePort(config.upstreamPort, 'the mock upstream'))
  await note(() => requireFreePort(config.subjectPort, `the subject ${config.subject.name}`))
  await note(() => checkFixtures(config.fixturesDir))
  const program = config.subject.argv[0]!
  if (!program.includes('{')) await note(() => void resolveExecutable(program, environment['PATH'] ?? '', process.cwd()))
  return faults
}

/**
 * Checks every prerequisite of a run before anything is started, and reports all that is wrong at once. What only
 * evidence must have (a clean tree, mains power, a machine at full speed) is a warning in the other modes.
 *
 * @throws {HarnessInputError} naming each prerequisite that does not hold
 */
export async function preflight(parts: PreflightParts): Promise<void> {
  const { config, host, source, onWarning } = parts
  const faults = await faultsOf(parts)
  const evidence = config.mode === 'evidence'
  if (evidence && source.dirty) {
    faults.push(source.commit === null ? 'The harness does not run inside a git checkout, so nobody could say which code measured. Run evidence from a clone.' : 'The git tree has uncommitted changes. Commit or remove them; evidence names the exact tree it was made with.')
  }
  const report = await readHostReport({ host, intervalMs: 500, directory: config.resultsDir })
  for (const check of checkHost(report, { ...DEFAULT_HOST_LIMITS, idleFloorPercent: config.profile.quiescence.idleFloorPercent }, config.mode)) {
    if (check.level !== 'red' || check.name === 'idle') continue
    const message = `${check.name}: ${check.read}, needed ${check.needed}. ${check.reason} ${check.fix}`.trim()
    if (evidence && refusesEvidence.has(check.name)) faults.push(message)
    else onWarning(message)
  }
  if (faults.length > 0) throw new HarnessInputError('LAT_HARNESS_REFUSED', faults.length === 1 ? faults[0]! : `${faults.length} prerequisites do not hold:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
}
