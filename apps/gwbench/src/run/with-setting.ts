import { randomBytes } from 'node:crypto'
import { createCrew } from './crew.js'
import type { Crew } from './crew.js'
import { interruptSignal } from '@lat/subjects'
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

/** Something to do while nothing that is started is left running: not on success, not on failure, not on an interrupt. */
export async function withStage<T>(use: (stage: Stage) => Promise<T>): Promise<T> {
  const interrupt = interruptSignal()
  const crew = createCrew()
  try {
    return await use({ crew, signal: interrupt.signal, progress: terminalProgress(process.stderr), stamp: `gwbench-${randomBytes(6).toString('hex')}` })
  } catch (error) {
    if (error instanceof Error && !interrupt.signal.aborted) error.message = [error.message, ...(await crew.fallen())].join(' ')
    throw error
  } finally {
    await crew.dismiss()
    interrupt.release()
  }
}

/** Sets the stage, uses it, and leaves nothing running. */
export function withSetting<S extends Setting, T>(set: (stage: Stage) => Promise<S>, use: (setting: S, stage: Stage & { readonly relaunch: () => Promise<Setting> }) => Promise<T>): Promise<T> {
  return withStage(async (stage) => {
    const relaunch = async (): Promise<Setting> => {
      await stage.crew.dismiss()
      return set(stage)
    }
    return use(await set(stage), { ...stage, relaunch })
  })
}
