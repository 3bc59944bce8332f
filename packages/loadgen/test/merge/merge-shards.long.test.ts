import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MergeReport } from '../../src/merge/merge-generators.js'
import { runWords } from '../run-words.js'
import { answerJson, startServer } from '../start-server.js'
import type { RunningServer } from '../start-server.js'

describe('two generators that share a schedule', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loadgen-shards-'))
  const at = (name: string): string => join(directory, name)
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer((response) => answerJson(response))
  })
  afterAll(async () => {
    await server.stop()
    rmSync(directory, { recursive: true })
  })

  it('send every arrival once, and merge into the rows that one of them would have written', async () => {
    const startAt = String(Math.ceil(Date.now() / 1000) + 10)
    const start = (k: number): ReturnType<typeof runWords> =>
      runWords(['--shard', `${k}/2`, '--start-at', startAt, '-r', '100', '-d', '400ms', '--warmup', '100ms', '--no-canary', '--quiet', '--json', '--name', 'shared', '--rows', at(`live-${k}.csv.gz`), `${server.url}/`])
    const both = await Promise.all([start(0), start(1)])
    both.forEach(({ out }, k) => writeFileSync(at(`live-${k}.json`), out))
    expect(server.requests).toHaveLength(50)
    const { out } = await runWords(['merge', at('live-1.json'), at('live-0.json'), '--json'])
    const report = JSON.parse(out) as MergeReport
    expect(report.generators.map(({ name, counts }) => [name, counts.scheduled, counts.ok])).toEqual([['shard-1', 20, 20], ['shard-0', 20, 20]])
    expect(report.reasons.filter((reason) => reason.includes('missing'))).toEqual([])
  })
})
