import { z } from 'zod'
import { aaSchema } from '../aa/aa-schema.js'
import { footprintSchema } from '../footprint/footprint-schema.js'
import { loadSchema } from '../load/load-schema.js'
import { plantedLineSchema } from '../report/planted-line-schema.js'
import { resultSchema } from '../report/result-schema.js'
import { streamResultSchema } from '../ttfb/stream-result-schema.js'

/** Schemas of what commands print with `--json`, by command. */
const SCHEMAS = { run: resultSchema, ttfb: streamResultSchema, load: loadSchema, footprint: footprintSchema, planted: plantedLineSchema, aa: aaSchema } as const

export type SchemaName = keyof typeof SCHEMAS

export const SCHEMA_NAMES = Object.keys(SCHEMAS) as readonly SchemaName[]

/**
 * JSON Schema (draft 2020-12) of what a command prints with `--json`; `run` is also that of `try`, and of `report` and
 * `result.json` for runs.
 *
 * @example jsonSchema('run').title // 'gwbench run --json'
 */
export function jsonSchema(name: SchemaName): Readonly<Record<string, unknown>> {
  const { $schema, ...rest } = z.toJSONSchema(SCHEMAS[name])
  return { $schema, title: `gwbench ${name} --json`, ...rest }
}
