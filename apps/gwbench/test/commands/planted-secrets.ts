import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'

/** Keys of the upstream and of a gateway, and a word in the query of a URL. */
export const secrets = ['sk-planted-upstream-91c2', 'sk-planted-gateway-7f3a/+"', 'planted-query-55d0'] as const

export function keyFile(directory: string, name: string, secret: string, mode = 0o600): string {
  const path = join(directory, name)
  writeFileSync(path, `${secret}\n`)
  chmodSync(path, mode)
  return path
}

/** Every byte below a directory, as text, gzip files unpacked. */
export function everything(path: string): string {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1'))
    .join('\n')
}

/** No secret in any form it may take on the way to a file or a screen. */
export function expectNoSecret(text: string): void {
  for (const secret of secrets) {
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, ''), Buffer.from(secret).toString('hex')]
    for (const form of forms) expect(text).not.toContain(form)
  }
}
