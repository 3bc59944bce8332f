import { parseSubject } from '../target/parse-subject.js'
import type { SubjectOption } from '../target/parse-subject.js'
import type { RunConfig } from './run-config.js'

const DEMO = ['refgateway', 'refgateway@enforce']

/** The configuration with the reference gateway in two modes where the command line named no target. */
export function withDemo<T extends Pick<RunConfig, 'direct' | 'targets' | 'subjects'>>(config: T): T {
  if (config.direct !== null || config.targets.length + config.subjects.length > 0) return config
  return { ...config, subjects: DEMO.map((text) => parseSubject(text) as SubjectOption) }
}
