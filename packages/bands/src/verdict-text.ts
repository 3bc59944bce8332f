import type { Evaluation } from './evaluate.js'
import { verdictLines } from './verdict-lines.js'

/**
 * `bands.txt`: every raw count, every repetition, every limit and the verdict as its last line, whether
 * a band passed or not.
 *
 * @example verdictText(evaluate(analysis, loadProfile('provisional'))).endsWith('SMOKE OK\n') // true
 */
export function verdictText(evaluation: Evaluation): string {
  return verdictLines(evaluation).map(({ text }) => `${text}\n`).join('')
}
