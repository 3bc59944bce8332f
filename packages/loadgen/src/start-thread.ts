import { Worker } from 'node:worker_threads'
import { workerFailed } from './errors.js'

export interface RunningThread<Message> {
  post(message: unknown): void
  /** The next message that has not been taken. @throws {LoadgenError} `LAT_LOAD_WORKER_FAILED` when the thread ends first */
  next(): Promise<Message>
  /** Tells the thread to end and resolves when it is gone; one that does not listen is terminated. */
  end(): Promise<void>
}

/**
 * Starts a worker entry; `execArgv` is emptied because the entry brings its own loader where it needs one.
 *
 * @param youngGenerationMb bound of V8's young generation, of which a semi-space is a third; V8's own, 48, without it
 */
export function startThread<Message>(entry: URL, which: string, workerData: unknown, youngGenerationMb?: number): RunningThread<Message> {
  const worker = new Worker(entry, { workerData, execArgv: [], ...(youngGenerationMb === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } }), name: `loadgen-${which}` })
  const messages: Message[] = []
  const waiting: { resolve: (message: Message) => void; reject: (error: Error) => void }[] = []
  let failure: Error | null = null
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      failure ??= workerFailed(which, `it ended with code ${code} before it was done`)
      for (const { reject } of waiting.splice(0)) reject(failure)
      resolve()
    })
  })
  worker.on('message', (message: Message) => {
    const first = waiting.shift()
    if (first === undefined) messages.push(message)
    else first.resolve(message)
  })
  worker.once('error', (error) => {
    failure = workerFailed(which, error.message, error)
    for (const { reject } of waiting.splice(0)) reject(failure)
  })
  return {
    post: (message) => worker.postMessage(message),
    next: () => {
      const message = messages.shift()
      if (message !== undefined) return Promise.resolve(message)
      if (failure !== null) return Promise.reject(failure)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    async end() {
      if (failure === null) worker.postMessage({ end: true })
      const overdue = setTimeout(() => void worker.terminate(), 2000)
      await exited
      clearTimeout(overdue)
    },
  }
}
