import type { ReachOptions } from '../reach/open-reach.js'
import { given } from './given.js'
import type { OptionReader } from './option-reader.js'

/** `--listen` and `--tls`, beside the host and port each command spells in its own way. */
export function readReach(read: OptionReader, host: string | undefined, port: number | undefined): ReachOptions {
  const listen = read.text('listen')
  // A bridge has its own address, so of --addr only the port counts.
  return { ...given('listen', listen), ...given('host', listen === undefined ? host : undefined), ...given('port', port), tls: read.flag('tls') }
}
