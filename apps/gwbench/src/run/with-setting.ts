import { randomBytes } from 'node:crypto'
import { createCrew } from './crew.js'
import type { Crew } from './crew.js'
import { interruptSignal } from './interrupt.js'
import { terminalProgress } from './progress.js'
import type { Progress } from './progress.js'
import type { Setting } from './setting.js'

export interface Stage {
  readonly crew: Crew
  readonly signal: AbortSignal
  readonly progress: Progress
  /** Unique name of this start, which processes report so that nobody else's is measured. */
  readonly stamp: string
}

/** Sets the stage, uses it, and leaves nothing running: not on success, not on failure, not on an interrupt. */
export async function withSetting<T>(set: (stage: Stage) => Promise<Setting>, use: (setting: Setting, stage: Stage) => Promise<T>): Promise<T> {
  const interrupt = interruptSignal()
  const crew = createCrew()
  const stage: Stage = { crew, signal: interrupt.signal, progress: terminalProgress(process.stderr), stamp: `gwbench-${randomBytes(6).toString('hex')}` }
  try {
    return await use(await set(stage), stage)
  } finally {
    await crew.dismiss()
    interrupt.release()
  }
}
