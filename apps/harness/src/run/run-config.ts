import type { Profile } from '@lat/bands'
import type { Declaration } from '@lat/subjects'
import type { Design } from '../plan/design.js'
import type { Mode } from '../plan/modes.js'

/** Everything a matrix run is told, validated. */
export interface RunConfig {
  readonly mode: Mode
  readonly design: Design
  readonly profile: Profile
  readonly subject: Declaration
  /** Directory in which the run makes its own directory. */
  readonly resultsDir: string
  /** The repository, or the directory the harness was started in when it is installed as a package. */
  readonly rootDir: string
  readonly fixturesDir: string
  readonly upstreamPort: number
  readonly subjectPort: number
  readonly seed: string
  /** Arguments added to the subject's own: how a known truth is planted. Both controls run passthrough; `controlb` comes on top. */
  readonly subjectArgs: Readonly<Record<'passthrough' | 'enforce' | 'controlb', readonly string[]>>
  /** Multiplies every rate; other than 1 only to see what an overloaded cell looks like. */
  readonly rateFactor: number
}
