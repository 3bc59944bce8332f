import { readFileSync } from 'node:fs'
import { badOptions, systemCode } from '../errors.js'
import { parseFaultRules } from '../faults/create-fault-injector.js'
import type { FaultOptions } from '../faults/create-fault-injector.js'
import { given } from './given.js'
import type { OptionReader } from './option-reader.js'

/** `--allow-faults`, `--fault-rules`, `--seed`; nothing when none of them asks for a fault. */
export function readFaults(read: OptionReader): FaultOptions | undefined {
  const file = read.text('fault-rules')
  const allowHeader = read.flag('allow-faults')
  const seed = read.text('seed')
  if (!allowHeader && file === undefined) return undefined
  return { allowHeader, rules: file === undefined ? [] : parseFaultRules(readRules(file), file), ...given('seed', seed) }
}

function readRules(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw badOptions([`--fault-rules ${path} cannot be read (${systemCode(cause)}).`])
  }
}
