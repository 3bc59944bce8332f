import { freePort } from '@lat/subjects'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireStreaming } from '../gate/require-streaming.js'
import { startGatedUpstream } from '../gate/start-gated-upstream.js'
import type { RunConfig } from '../options/run-config.js'
import { givenSetting } from '../run/given-setting.js'
import { fixturesPath } from '../run/locate.js'
import { namedTarget } from '../run/named-target.js'
import { requestHeaders } from '../run/request-headers.js'
import type { Setting } from '../run/setting.js'
import { startControls } from '../run/start-controls.js'
import { startDirect } from '../run/start-direct.js'
import { startSubjects } from '../run/start-subjects.js'
import type { Stage } from '../run/with-setting.js'

export interface StreamedSetting extends Setting {
  /** Targets of which it was proven that they hand events on as they come; empty when the upstream is not ours. */
  readonly proven: readonly string[]
}

/**
 * Targets for streams. At one and the same port stands first an upstream that withholds events, to prove that nobody
 * buffers, and then the one that answers at once, to be timed: no gateway has to be told.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_NOT_STREAMING`, naming every target that buffers
 */
export async function streamedSetting(config: RunConfig, { body, limitMs }: { readonly body: string; readonly limitMs: number }, stage: Stage): Promise<StreamedSetting> {
  const { control, twin, fixtures, upstreamPort } = config
  // Another upstream cannot be asked to withhold anything.
  if (config.direct !== null) return { ...(await givenSetting(config, stage)), proven: [] }

  const { signal, progress } = stage
  const port = upstreamPort ?? (await freePort())
  const streamText = readFileSync(join(fixturesPath(fixtures), 'openai-chat.sse'), 'utf8')
  const gate = await startGatedUpstream({ streamText, port })
  const named = config.targets.map((option) => namedTarget(option, config))
  const started = await startSubjects(config, stage, gate.url).catch(async (error: unknown) => {
    await gate.close()
    throw error
  })
  const targets = [...named, ...started]
  try {
    progress.note(`proving that ${targets.map(({ name }) => name).join(', ')} ${targets.length === 1 ? 'hands' : 'hand'} on event 2 while the upstream withholds the rest`)
    await requireStreaming({ targets: targets.map((target) => ({ name: target.name, url: target.url, headers: requestHeaders(target) })), body, gate, limitMs, signal })
  } finally {
    await gate.close()
  }
  const direct = await startDirect({ fixtures, port }, stage)
  const controls = await startControls({ direct, control, twin, ...stage })
  return { targets: [direct, ...targets, ...controls.targets], twin: controls.twin, planted: controls.planted, proven: targets.map(({ name }) => name) }
}
