import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const program = fileURLToPath(new URL('print-digests.ts', import.meta.url))

it('text, figures and report have the same bytes in any time zone, language and directory', () => {
  const digests = (env: Readonly<Record<string, string>>, cwd: string) =>
    execFileSync(process.execPath, ['--import', tsx, '--conditions=@lat/source', program], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })
  const here = digests({ TZ: 'UTC', LANG: 'C' }, process.cwd())
  expect(here.trim().split('\n')).toHaveLength(4)
  expect(digests({ TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }, tmpdir())).toBe(here)
})
