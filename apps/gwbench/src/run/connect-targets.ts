import { createOneAtATime } from '@lat/loadgen'
import type { OneAtATime } from '../measure/one-at-a-time.js'
import type { MeasuredTarget } from './measured-target.js'
import { requestHeaders } from './request-headers.js'

export interface ConnectOptions {
  readonly targets: readonly MeasuredTarget[]
  readonly body: string
  readonly expect: 'json' | 'sse'
  readonly allowRemote: boolean
}

/** One connection to each target; the untimed request of a target that tells them apart goes over the same one. */
export async function connectTargets({ targets, body, expect, allowRemote }: ConnectOptions): Promise<OneAtATime & { close(): Promise<void> }> {
  const arm = (target: MeasuredTarget, name: string, more: Readonly<Record<string, string>>) => ({ name, url: target.url, headers: { ...requestHeaders(target), ...more }, body, expect })
  const untimed = targets.flatMap((target, index) => (target.untimedHeaders === undefined ? [] : [{ index, arm: arm(target, `untimed request of ${target.name}`, target.untimedHeaders) }]))
  const armOfUntimed = new Map(untimed.map(({ index }, nth) => [index, targets.length + nth]))
  const client = await createOneAtATime({ targets: [...targets.map((target) => arm(target, target.name, {})), ...untimed.map(({ arm }) => arm)], allowRemote })
  return {
    request: (targetIndex) => client.request(targetIndex),
    prime: (targetIndex) => client.request(armOfUntimed.get(targetIndex) ?? targetIndex),
    close: () => client.close(),
  }
}
