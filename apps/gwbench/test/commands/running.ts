import { spawnSync } from 'node:child_process'

/** Those of some processes that still run; one that ended and that nobody has reaped yet does not. */
export function running(pids: readonly number[]): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
  const alive = new Set(stdout.trim().split('\n').map((line) => line.trim().split(/\s+/)).filter(([, state]) => !state!.startsWith('Z')).map(([pid]) => Number(pid)))
  return pids.filter((pid) => alive.has(pid))
}
