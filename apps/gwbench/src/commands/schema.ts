import { GwbenchInputError } from '../errors.js'
import { printLine } from '../run/print-line.js'
import { jsonSchema, SCHEMA_NAMES } from '../schema/json-schema.js'

/** Prints the JSON Schema of what a command prints with `--json`. */
export function schemaCommand(name: string): number {
  const known = SCHEMA_NAMES.find((each) => each === name)
  if (known === undefined) throw new GwbenchInputError('LAT_GWBENCH_USAGE', `There is no schema of "${name}"; there are ${SCHEMA_NAMES.join(', ')}.`)
  printLine(JSON.stringify(jsonSchema(known), null, 2))
  return 0
}
