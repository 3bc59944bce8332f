import { DIRECT } from '../target/target-option.js'
import { startEmbeddedUpstream } from './embedded-upstream.js'
import { fixturesPath } from './locate.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Stage } from './with-setting.js'

/** Starts the mock upstream, at one port when targets forward there already, and is the direct target. */
export async function startDirect({ fixtures, port }: { readonly fixtures: string | null; readonly port: number }, { crew, stamp, signal }: Stage): Promise<MeasuredTarget> {
  const { completionsUrl, pid } = await crew.enlist(startEmbeddedUpstream({ fixturesDir: fixturesPath(fixtures), stamp, port, signal }))
  return { name: DIRECT, url: completionsUrl, headers: {}, key: null, parallelism: '1 process, 1 thread', sha256: null, pid }
}
