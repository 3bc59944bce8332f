import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { RecordPolicy } from '../../src/index.js'
import { post, RawClient } from '../support/raw-client.js'

const BIN = fileURLToPath(new URL('../../bin/lat-mockupstream.mjs', import.meta.url))
const CONNECTIONS = 8

/** Kills a recording server under load; every request it answered must be on disk, whole and in a line of its own. */
export async function checkSurvivesKill(policy: RecordPolicy, answersBeforeKill: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'lat-kill-'))
  const file = join(directory, 'requests.jsonl')
  const child = spawn(process.execPath, [BIN, 'fake', '--out', file, '--record-policy', policy], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const port = Number(new URL((JSON.parse(line) as { url: string }).url).port)
    const acknowledged: string[] = []
    await Promise.all(Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const client = await RawClient.open(port)
      for (let sent = 0; ; sent += 1) {
        const id = `${connection}-${sent}`
        client.send(post(JSON.stringify({ id, messages: [] })))
        if ((await client.answer())?.status !== 200) break
        acknowledged.push(id)
        if (acknowledged.length === answersBeforeKill) child.kill('SIGKILL')
      }
      client.close()
    }))
    const text = readFileSync(file, 'utf8')
    const recorded = new Set(text.slice(0, text.lastIndexOf('\n')).split('\n').map((record) => (JSON.parse(record) as { body: { id: string } }).body.id))
    expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(answersBeforeKill)
  } finally {
    child.kill('SIGKILL')
    rmSync(directory, { recursive: true })
  }
}
