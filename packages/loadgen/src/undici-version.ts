import { createRequire } from 'node:module'
import { unsupportedUndici } from './errors.js'

/** Whether a version of undici is in `>=7.29.1 <8`. */
export function supportsUndici(version: string): boolean {
  const [major, minor, patch] = version.split('-', 1)[0]!.split('.').map(Number)
  if (major !== 7 || minor === undefined || patch === undefined) return false
  return minor > 29 || (minor === 29 && patch >= 1)
}

/** Version of the installed undici. @throws {LoadgenError} `LAT_LOAD_UNDICI_VERSION` outside the supported range */
export function installedUndici(): string {
  const { version } = createRequire(import.meta.url)('undici/package.json') as { readonly version: string }
  if (!supportsUndici(version)) throw unsupportedUndici(version)
  return version
}
