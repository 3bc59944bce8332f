import { badOption } from './errors.js'

/** @throws {EstimatorInputError} on what is no object, such as a level given by itself, and on a name that means nothing here */
export function checkOptions(options: object, names: readonly string[]): void {
  const given: unknown = options
  if (typeof given !== 'object' || given === null) throw badOption('options', given, `an object with ${names.join(', ')}`)
  for (const name of Object.keys(given)) if (!names.includes(name)) throw badOption('options', name, `made of ${names.join(', ')}`)
}
