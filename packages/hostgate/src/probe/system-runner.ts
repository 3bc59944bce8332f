import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult, CommandRunner } from './command-runner.js'

/** Where the system keeps its own tools. The caller's PATH is not asked: an alias or a wrapper there changes the output. */
export const SYSTEM_PATH: readonly string[] = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

const MAXIMUM_OUTPUT_BYTES = 4_194_304

/** Full path of a system tool, or `null`. */
export function findCommand(command: string, searchPath: readonly string[] = SYSTEM_PATH): string | null {
  for (const directory of searchPath) {
    const path = join(directory, command)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      continue
    }
  }
  return null
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has ended already.
  }
}

/**
 * Runs system tools with the C locale, a time limit and a cap on their output. A tool that hangs is ended with all that
 * it started, and its answer is given up at the limit even when something still holds its pipe open.
 */
export function systemRunner(searchPath: readonly string[] = SYSTEM_PATH): CommandRunner {
  return (command, args, timeoutMs) => {
    const path = findCommand(command, searchPath)
    if (path === null) return Promise.resolve({ ran: false, reason: 'missing', message: `${command} is not installed` })
    return new Promise<CommandResult>((resolve) => {
      const child = spawn(path, [...args], { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: searchPath.join(':'), LC_ALL: 'C', LANG: 'C' } })
      const output = { stdout: '', stderr: '' }
      let settled = false
      const settle = (result: CommandResult): void => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        if (!result.ran) {
          endGroup(child.pid)
          child.stdout.destroy()
          child.stderr.destroy()
        }
        resolve(result)
      }
      const timer = setTimeout(() => settle({ ran: false, reason: 'timeout', message: `${command} gave no answer within ${timeoutMs} ms` }), timeoutMs)
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (chunk: string) => {
          output[name] += chunk
          if (output[name].length > MAXIMUM_OUTPUT_BYTES) settle({ ran: false, reason: 'too-much-output', message: `${command} printed more than ${MAXIMUM_OUTPUT_BYTES} bytes` })
        })
      }
      child.on('error', (error) => settle({ ran: false, reason: 'failed', message: `${command} did not start: ${error.message}` }))
      child.on('close', (exitCode, signal) => settle(exitCode === null ? { ran: false, reason: 'failed', message: `${command} was ended by ${signal}` } : { ran: true, exitCode, ...output }))
    })
  }
}
