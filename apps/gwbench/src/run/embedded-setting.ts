import { DIRECT } from '../target/target-option.js'
import type { Crew } from './crew.js'
import { startEmbeddedUpstream } from './embedded-upstream.js'
import type { MeasuredTarget } from './measured-target.js'
import type { Setting } from './setting.js'
import { startGatewayTarget } from './start-gateway-target.js'
import { startRelayTarget } from './start-relay-target.js'

export interface EmbeddedOptions {
  readonly crew: Crew
  readonly fixturesDir: string
  readonly stamp: string
  readonly plantDelayUs: number
  /** The gateways of the demo, or only the relays that prove the instrument. */
  readonly gateways: boolean
  readonly signal?: AbortSignal | undefined
}

/** The upstream of this project and targets in front of it, each a process of its own. */
export async function embeddedSetting(options: EmbeddedOptions): Promise<Setting> {
  const { crew, fixturesDir, stamp, plantDelayUs, gateways, signal } = options
  const upstream = await crew.enlist(startEmbeddedUpstream({ fixturesDir, stamp, signal }))
  const direct: MeasuredTarget = { name: DIRECT, url: upstream.completionsUrl, headers: {}, key: null, parallelism: '1 process, 1 thread', sha256: null, pid: upstream.pid }
  const relay = (name: string, plantUs?: number) => crew.enlist(startRelayTarget({ name, direct, signal, ...(plantUs === undefined ? {} : { plantDelayUs: plantUs }) }))
  const gateway = (name: string, mode: 'passthrough' | 'enforce') => crew.enlist(startGatewayTarget({ name, mode, upstreamUrl: upstream.url, stamp, signal }))

  const plantedName = `planted-${plantDelayUs / 1000}ms`
  const planted = { treatment: plantedName, baseline: 'relay' }
  if (gateways) {
    const targets = await Promise.all([gateway('passthrough', 'passthrough'), gateway('passthrough-twin', 'passthrough'), gateway('enforce', 'enforce'), relay('relay'), relay(plantedName, plantDelayUs)])
    return { targets: [direct, ...targets], twin: { treatment: 'passthrough-twin', baseline: 'passthrough' }, planted }
  }
  const targets = await Promise.all([relay('relay'), relay('relay-twin'), relay(plantedName, plantDelayUs)])
  return { targets: [direct, ...targets], twin: { treatment: 'relay-twin', baseline: 'relay' }, planted }
}
