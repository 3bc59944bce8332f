import { GwbenchInputError } from './errors.js'
import { redact } from './key/redact.js'

/** 0 ok, 1 refused, discarded or a control missed, 2 usage, 3 could not measure, 130 interrupted. */
export function exitCodeOf(error: unknown): 1 | 2 | 3 | 130 {
  if (error instanceof GwbenchInputError) {
    switch (error.code) {
      case 'LAT_GWBENCH_USAGE':
      case 'LAT_GWBENCH_KEY_FILE':
        return 2
      case 'LAT_GWBENCH_REFUSED':
        return 1
      case 'LAT_GWBENCH_INTERRUPTED':
        return 130
      case 'LAT_GWBENCH_NOT_COMPARABLE':
      case 'LAT_GWBENCH_ROUNDS_FILE':
      case 'LAT_GWBENCH_TARGET_FAILED':
      case 'LAT_GWBENCH_NOT_THE_UPSTREAM':
      case 'LAT_GWBENCH_NOT_STREAMING':
      case 'LAT_GWBENCH_RESULT':
      case 'LAT_GWBENCH_ADMIN':
        return 3
    }
  }
  if (!(error instanceof Error)) return 3
  // What the command-line parser throws on an unknown or incomplete option.
  if (error.name === 'CACError') return 2
  const code = (error as { code?: unknown }).code
  if (code === 'LAT_SUBJ_ABORTED') return 130
  // Wrong in the command line, found by the package that would have used it.
  if (code === 'LAT_LOAD_NOT_LOOPBACK') return 2
  return 3
}

/** What the user is told: the message alone for a known failure, the stack for one nobody foresaw; never a key. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return redact(String(error))
  const code = (error as { code?: unknown }).code
  const known = error.name === 'CACError' || (typeof code === 'string' && code.startsWith('LAT_'))
  return redact(known ? `gwbench: ${error.message}` : (error.stack ?? error.message))
}
