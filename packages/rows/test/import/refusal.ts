import { RowsInputError } from '../../src/index.js'

/** The error with which an import refuses; fails the test when it accepts, or breaks in another way. */
export function refusal(act: () => unknown): RowsInputError {
  try {
    act()
  } catch (error) {
    if (error instanceof RowsInputError) return error
    throw error
  }
  throw new Error('it was accepted')
}
