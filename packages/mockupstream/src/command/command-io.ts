/** What a command needs from the process around it. */
export interface CommandIo {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>
}

export const COMMAND_NAME = 'lat-mockupstream'

/** The one line a parent waits for. */
export function readyLine(url: string, identity: object): string {
  return JSON.stringify({ ready: true, name: COMMAND_NAME, pid: process.pid, url, identity })
}
