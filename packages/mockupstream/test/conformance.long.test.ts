import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const path = (name: string): string => fileURLToPath(new URL(`../conformance/${name}`, import.meta.url))
/** The clients are installed on their own: `npm ci` in that folder. */
const installed = existsSync(path('node_modules/openai'))
const run = (...args: readonly string[]): { status: number | null; out: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, out: stdout + stderr }
}

describe.runIf(installed)('real clients', () => {
  it('get through every case', () => expect(run(path('check.mjs'))).toMatchObject({ status: 0, out: expect.stringContaining('"failed":[]') }))
  it('notice the details that the document says they notice', () => expect(run(path('ablation.mjs'), '--check')).toMatchObject({ status: 0 }))
})
