import { mkdirSync, writeFileSync } from 'node:fs'
import { jsonSchema, SCHEMA_NAMES } from '../../src/schema/json-schema.js'

/** Writes the published schemas anew: `pnpm --filter gwbench schemas`. */
const directory = new URL('../../schema/', import.meta.url)
mkdirSync(directory, { recursive: true })
for (const name of SCHEMA_NAMES) writeFileSync(new URL(`${name}.schema.json`, directory), `${JSON.stringify(jsonSchema(name), null, 2)}\n`)
