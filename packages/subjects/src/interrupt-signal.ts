/**
 * A signal that the first SIGINT, SIGTERM or SIGHUP aborts, so that what was started is stopped in order; a second one ends the process at
 * once. `release` gives the process back its own handling.
 */
export function interruptSignal(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const listeners = signals.map((name) => {
    const listener = () => {
      if (controller.signal.aborted) process.exit(130)
      process.stderr.write(`\n${name}: stopping what was started, press again to stop waiting\n`)
      controller.abort(new Error(name))
    }
    process.on(name, listener)
    return { name, listener }
  })
  return {
    signal: controller.signal,
    release: () => {
      for (const { name, listener } of listeners) process.off(name, listener)
    },
  }
}
