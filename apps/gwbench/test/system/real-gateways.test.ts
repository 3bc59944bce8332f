import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultSchema } from '../../src/report/result-schema.js'
import { streamResultSchema } from '../../src/ttfb/stream-result-schema.js'
import { gwbench } from '../commands/gwbench.js'

/** Real gateways, for what they do and not for how fast: `.ci/run --with-system` installs what it takes. */
const subjects = fileURLToPath(new URL('../../../../examples/subjects/', import.meta.url))
const directory = mkdtempSync(join(tmpdir(), 'gwbench-system-'))
const packages = join(directory, 'packages')
const short = ['--runs', '1', '--warmup', '2', '--max-load', '1000', '--json', '--out', join(directory, 'results')]
const real = ['--subject', join(subjects, 'nginx.json'), '--subject', join(subjects, 'portkey.json'), '--packages', packages]

describe.skipIf(process.env['LAT_WITH_SYSTEM'] !== '1')('real nginx and real Portkey (LAT_WITH_SYSTEM)', () => {
  beforeAll(() => {
    mkdirSync(packages)
    copyFileSync(join(subjects, 'packages.json'), join(packages, 'package.json'))
    const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: packages, encoding: 'utf8' })
    if (status !== 0) throw new Error(`npm install of ${join(subjects, 'packages.json')} failed:\n${stderr}`)
  }, 300_000)
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it('are started, recognised as the upstream behind a gateway, and paired round by round', async () => {
    const { code, stdout, stderr } = await gwbench(['run', ...real, '--rounds', '10', ...short])
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('starting portkey: ["{node}","{bin:@portkey-ai/gateway}"') })
    const result = resultSchema.parse(JSON.parse(stdout))
    expect(result.targets.map(({ name, sha256 }) => [name, sha256?.length ?? null]).slice(0, 3)).toEqual([['direct', null], ['nginx', 64], ['portkey', 64]])
    expect(result).toMatchObject({ upstreamRequestsPerRequest: 1, separations: [{ treatment: 'portkey', baseline: 'nginx' }] })
  }, 180_000)

  it('hand a stream on event by event', async () => {
    const { code, stdout } = await gwbench(['ttfb', ...real, '--rounds', '5', ...short])
    expect(code).toBe(0)
    const { proven, marks } = streamResultSchema.parse(JSON.parse(stdout))
    expect(proven).toEqual(['nginx', 'portkey'])
    expect(marks.map(({ mark }) => mark)).toEqual(['firstByte', 'firstEvent', 'secondEvent', 'lastByte'])
  }, 180_000)
})
