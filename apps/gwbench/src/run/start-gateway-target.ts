import { loadDeclaration, startSubject } from '@lat/subjects'
import type { SubjectMode } from '@lat/subjects'
import type { Member } from './crew.js'
import type { MeasuredTarget } from './measured-target.js'

export interface GatewayTargetOptions {
  readonly name: string
  readonly mode: SubjectMode
  readonly upstreamUrl: string
  readonly stamp: string
  readonly signal?: AbortSignal | undefined
}

/** Starts the reference gateway in one mode, in front of the upstream. */
export async function startGatewayTarget({ name, mode, upstreamUrl, stamp, signal }: GatewayTargetOptions): Promise<MeasuredTarget & Member> {
  const subject = await startSubject(loadDeclaration('refgateway'), { port: 0, upstreamUrl, mode, stamp, resolveFrom: import.meta.url, signal })
  return {
    name,
    url: subject.requestUrl,
    headers: subject.requestHeaders,
    key: null,
    parallelism: '1 process, 1 thread',
    sha256: subject.entry?.sha256 ?? subject.executable.sha256,
    pid: subject.pid,
    exited: subject.exited,
    stop: () => subject.stop(),
  }
}
