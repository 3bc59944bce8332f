import type { CellSpec } from '../cell-spec.js'
import { badSpec } from '../errors.js'
import { exportFaults } from './export-faults.js'

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * The same load as a shell script around vegeta. vegeta has no phases and no slots: the warm-up is an
 * attack of its own, and beyond `-max-workers` it waits and catches up instead of dropping.
 *
 * @throws {LoadgenInputError} `LAT_LOAD_BAD_SPEC` on what vegeta cannot do: Poisson arrivals, shards, several arms
 */
export function exportVegeta(spec: CellSpec): string {
  const { arms, ratePerSecond, warmupMs, steadyMs, slots = 40, requestTimeoutMs = 30_000 } = spec
  const faults = exportFaults(spec, 'vegeta')
  if (faults.length > 0) throw badSpec(faults)
  const arm = arms[0]!
  const rate = Number.isInteger(ratePerSecond) ? `${ratePerSecond}/1s` : `${Math.round(ratePerSecond * 1000)}/1000s`
  const target = {
    method: (arm.method ?? 'POST').toUpperCase(),
    url: arm.url,
    ...(arm.body === undefined ? {} : { body: Buffer.from(arm.body).toString('base64') }),
    header: Object.fromEntries(Object.entries({ ...arm.headers, 'accept-encoding': 'identity' }).map(([name, value]) => [name, [value]])),
  }
  const attack = (lengthMs: number, output: string): string =>
    `printf '%s\\n' "$target" | vegeta attack -format json -rate ${rate} -duration ${lengthMs}ms -workers ${slots} -max-workers ${slots} -connections ${slots} -max-connections ${slots} -redirects -1 -timeout ${requestTimeoutMs}ms ${output}`
  return ['#!/bin/sh', 'set -eu', `target=${quoted(JSON.stringify(target))}`, ...(warmupMs > 0 ? [attack(warmupMs, '> /dev/null')] : []), attack(steadyMs, '| vegeta encode --to csv > rows.vegeta.csv'), ''].join('\n')
}
