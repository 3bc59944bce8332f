import { readdir, readFile, statfs } from 'node:fs/promises'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from './host.js'
import { systemRunner } from './system-runner.js'

/** The machine this process runs on. */
export function systemHost(): Host {
  const cores = cpus()
  return {
    platform: platform(),
    architecture: arch(),
    coreCount: cores.length,
    cpuModel: cores[0]?.model.trim() ?? '',
    memoryBytes: totalmem(),
    kernel: release(),
    run: systemRunner(),
    async readText(path) {
      try {
        return { text: await readFile(path, 'utf8') }
      } catch (error) {
        const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
        return { error: code, message: error instanceof Error ? error.message : String(error) }
      }
    },
    list: (path) => readdir(path).then((names) => names.sort(), () => []),
    coreTimes: () => cpus().map(({ times }) => ({ idleMs: times.idle, totalMs: times.user + times.nice + times.sys + times.idle + times.irq })),
    async freeDiskBytes(path) {
      // A directory that a run will make is on the disk of the nearest one that exists.
      for (let directory = resolve(path); ; directory = dirname(directory)) {
        const disk = await statfs(directory).catch((error: NodeJS.ErrnoException) => error)
        if ('bavail' in disk) return disk.bavail * disk.bsize
        if (disk.code !== 'ENOENT' || directory === dirname(directory)) return null
      }
    },
    nowMs: () => performance.now(),
    sleep: async (ms) => {
      await sleep(ms)
    },
  }
}
