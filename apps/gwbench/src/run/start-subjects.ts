import type { RunConfig } from '../options/run-config.js'
import { startSubjectTarget } from './start-subject-target.js'
import type { StartedTarget } from './start-subject-target.js'
import type { Stage } from './with-setting.js'

/** Starts every declared gateway in front of the upstream, one after the other: two that start at once compete for the machine. */
export async function startSubjects({ subjects, packages, parallelism }: Pick<RunConfig, 'subjects' | 'packages' | 'parallelism'>, { crew, stamp, progress, signal }: Stage, upstreamUrl: string): Promise<readonly StartedTarget[]> {
  const started: StartedTarget[] = []
  for (const subject of subjects) {
    const target = await crew.enlist(startSubjectTarget({ subject, upstreamUrl, stamp, packages, progress, signal }))
    started.push({ ...target, parallelism: parallelism.get(target.name) ?? target.parallelism })
  }
  return started
}
