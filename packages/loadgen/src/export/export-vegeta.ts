import type { CellSpec } from '../cell-spec.js'
import { badSpec } from '../errors.js'
import { parseCellSpec } from '../parse-cell-spec.js'
import { exportFaults } from './export-faults.js'
import { wholeRate } from './whole-rate.js'

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Lines that put the certificates into a file of their own for as long as the script runs. */
function trustLines(ca: string): string[] {
  return ['ca=$(mktemp)', `trap 'rm -f "$ca"' EXIT`, `printf '%s\\n' ${quoted(ca.trim())} > "$ca"`]
}

/**
 * The same load as a shell script around vegeta. vegeta has no phases and no slots: the warm-up is an
 * attack of its own, and beyond `-max-workers` it waits and catches up instead of dropping.
 *
 * @throws {LoadgenInputError} `LAT_LOAD_BAD_SPEC` on a spec that cannot run here either, and on what vegeta cannot do:
 * Poisson arrivals, shards, several arms, a judged answer, a pause after the warm-up
 */
export function exportVegeta(spec: CellSpec): string {
  const cell = parseCellSpec(spec)
  const { arms, ratePerSecond, warmupMs, steadyStartMs, steadyMs, slots, requestTimeoutMs } = cell
  const faults = exportFaults(cell, 'vegeta')
  if (steadyStartMs > warmupMs) faults.push('vegeta has no pause between warm-up and steady phase (--gap)')
  if (faults.length > 0) throw badSpec(faults)
  const arm = arms[0]!
  const { count, seconds } = wholeRate(ratePerSecond)!
  const trust = cell.ca !== null && new URL(arm.url).protocol === 'https:' ? cell.ca : null
  const target = {
    method: arm.method,
    url: arm.url,
    ...(arm.body === null ? {} : { body: Buffer.from(arm.body).toString('base64') }),
    header: Object.fromEntries(Object.entries({ ...arm.headers, 'accept-encoding': 'identity' }).map(([name, values]) => [name, [values].flat()])),
  }
  const attack = (lengthMs: number, output: string): string =>
    `printf '%s\\n' "$target" | vegeta attack -format json -rate ${count}/${seconds}s -duration ${lengthMs}ms -workers ${slots} -max-workers ${slots} -connections ${slots} -max-connections ${slots} -redirects -1 -timeout ${requestTimeoutMs}ms ${trust === null ? '' : '-root-certs "$ca" '}${output}`
  return [
    '#!/bin/sh',
    'set -eu',
    ...(trust === null ? [] : trustLines(trust)),
    `target=${quoted(JSON.stringify(target))}`,
    ...(warmupMs > 0 ? [attack(warmupMs, '> /dev/null')] : []),
    attack(steadyMs, '| vegeta encode --to csv > rows.vegeta.csv'),
    '',
  ].join('\n')
}
