import { measured, unknown, type Reading } from '../../reading.js'
import { quote } from '../quote.js'

/**
 * Whether this process runs translated, an Intel program on Apple silicon under Rosetta.
 *
 * `sysctl.proc_translated` depends on who asks, so an `x64` process on a machine with `hw.optional.arm64` is translated
 * whatever it says. Intel Macs do not know either name: that is native.
 *
 * @param translated output of `sysctl -n sysctl.proc_translated`, standard error where it failed
 * @param arm64 output of `sysctl -n hw.optional.arm64`, standard error where it failed
 */
export function parseTranslation(translated: string, arm64: string, architecture: string, source = 'sysctl.proc_translated'): Reading<boolean> {
  if (architecture === 'x64' && arm64.trim() === '1') return measured(true, 'flag', 'hw.optional.arm64')
  const flag = translated.trim()
  if (flag === '0' || flag === '1') return measured(flag === '1', 'flag', source)
  if (/^sysctl: unknown oid/.test(flag)) return measured(false, 'flag', source)
  return unknown(`${source} says ${quote(translated)}, not 0 or 1`)
}
