import { afterEach, expect, it, vi } from 'vitest'
import { interruptSignal } from '../src/index.js'

afterEach(() => void vi.restoreAllMocks())

it('aborts at the first signal, ends the process at the second, and gives its listeners back', () => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const before = process.listenerCount('SIGHUP')
  const interrupt = interruptSignal()
  const { signal } = interrupt
  expect(signal.aborted).toBe(false)
  process.emit('SIGHUP')
  expect(signal.aborted).toBe(true)
  expect(String(told.mock.calls[0]?.[0])).toContain('SIGHUP: stopping what was started')
  expect(exit).not.toHaveBeenCalled()
  process.emit('SIGTERM')
  expect(exit).toHaveBeenCalledWith(130)
  interrupt.release()
  expect(process.listenerCount('SIGHUP')).toBe(before)
})
