import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { needsSystem } from '../../../tools/needs-system.js'
import { alive } from './fixtures/alive.js'
import { childrenOf } from './fixtures/children-of.js'

const parentFile = fileURLToPath(new URL('fixtures/parent.mjs', import.meta.url))

describe('a process that started a subject', () => {
  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)('leaves nothing behind when %s ends it', async (signal) => {
    const directory = await mkdtemp(join(tmpdir(), 'lat-orphans-'))
    const parent = spawn(process.execPath, [parentFile, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const { child, grandchild } = JSON.parse(line) as { child: number; grandchild: number }
    expect([child, grandchild].map(alive)).toEqual([true, true])

    parent.kill(signal)
    await vi.waitUntil(() => !alive(child) && !alive(grandchild) && !existsSync(directory), { timeout: 5000, interval: 20 })
  })

  it('leaves nothing behind when its whole group is killed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'lat-orphans-'))
    const parent = spawn(process.execPath, [parentFile, directory], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const { child, grandchild } = JSON.parse(line) as { child: number; grandchild: number }

    process.kill(-parent.pid!, 'SIGKILL')
    await vi.waitUntil(() => !alive(child) && !alive(grandchild) && !existsSync(directory), { timeout: 5000, interval: 20 })
  })

  it('leaves neither master nor workers of nginx behind when SIGKILL ends it', async (context) => {
    needsSystem('nginx', context)
    const root = await mkdtemp(join(tmpdir(), 'lat-orphans-'))
    const file = fileURLToPath(new URL('fixtures/parent-of-nginx.mjs', import.meta.url))
    const parent = spawn(process.execPath, [file, root], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    const { child } = JSON.parse(line) as { child: number }
    const all = [child, ...childrenOf(child)]
    expect(all.length).toBeGreaterThan(1)

    parent.kill('SIGKILL')
    await vi.waitUntil(() => !all.some(alive) && readdirSync(root).length === 0, { timeout: 5000, interval: 20 })
    await rm(root, { recursive: true })
  })
})
