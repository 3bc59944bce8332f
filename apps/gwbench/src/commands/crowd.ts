import { writeManifestLast, writeTextFile } from '@lat/rows/files'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { RunRecord } from '../merge/run-record.js'
import { measurementOptions } from '../options/measurement-options.js'
import type { RawMeasurementOptions } from '../options/measurement-options.js'
import { optionReader } from '../options/option-reader.js'
import type { Cadence } from '../plan/cadence.js'
import { cadenceName } from '../plan/cadence.js'
import { requestBody } from '../plan/request-body.js'
import { alignColumns } from '../report/align-columns.js'
import { crowdFinding } from '../report/crowd-result.js'
import type { CrowdFinding } from '../report/crowd-result.js'
import { embeddedSetting } from '../run/embedded-setting.js'
import { gateThisMachine } from '../run/gate-this-machine.js'
import { fixturesPath, ownVersion, resultsPath } from '../run/locate.js'
import { openLane } from '../run/open-lane.js'
import type { Lane } from '../run/open-lane.js'
import { printLine } from '../run/print-line.js'
import { createResultsDirectory } from '../run/results-directory.js'
import { withSetting } from '../run/with-setting.js'
import { writeRounds } from '../run/write-rounds.js'
import { DIRECT } from '../target/target-option.js'

/** A cheap proxy, whose overhead idling changes most, and a gateway. */
const OBSERVED = ['relay', 'passthrough']
const CADENCES: readonly Cadence[] = [{ kind: 'primed' }, { kind: 'plain' }]
const LARGEST_CHANGE = 0.15

/**
 * Does the overhead of a target depend on how many others share its rounds? Measured with 1 and with 5 others, primed
 * and plain, in turns within every run; the exit code is 1 when a primed one changes by more than 15 %.
 */
export async function crowdCommand(raw: Omit<RawMeasurementOptions, 'cadence'>): Promise<number> {
  const reader = optionReader()
  const config = measurementOptions(reader, raw, { rounds: 300, warmup: 30, runs: 4, wait: '5m' })
  reader.finish()
  const startedAt = new Date().toISOString()
  const body = requestBody({ model: 'lat-crowd', prompt: 'ping' })

  const { findings, refusal, directory } = await withSetting(
    ({ crew, signal, stamp }) => embeddedSetting({ crew, fixturesDir: fixturesPath(config.fixtures), stamp, plantDelayUs: 3000, gateways: true, signal }),
    async ({ targets }, { signal, progress }) => {
      const lanes = new Map<string, Lane>()
      const directory = createResultsDirectory(resultsPath(config.out), { startedAt, command: 'crowd', cadence: 'both', targetCount: targets.length })
      try {
        for (const cadence of CADENCES) {
          const open = (names: readonly string[]) => openLane({ ...config, cadence, body, targets: targets.filter(({ name }) => names.includes(name)), allowRemote: false, signal, progress })
          lanes.set(`${cadenceName(cadence)}-all`, await open(targets.map(({ name }) => name)))
          for (const name of OBSERVED) lanes.set(`${cadenceName(cadence)}-${name}`, await open([DIRECT, name]))
        }
        const records = new Map<string, readonly RunRecord[]>()
        const { refusal } = await gateThisMachine({
          ...config,
          signal,
          progress,
          measure: async (runNumber) => {
            const measured: Record<string, Awaited<ReturnType<Lane['measure']>>> = {}
            for (const [name, lane] of lanes) measured[name] = await lane.measure(runNumber)
            return measured
          },
          onRun: (runs) => {
            for (const [name, { conditions }] of lanes) {
              records.set(name, runs.map(({ measured, ...gated }) => ({ ...gated, ...measured[name]!, conditions })))
              writeRounds(directory, records.get(name)!, `rounds-${name}.csv.gz`)
            }
          },
        })
        const findings = CADENCES.map(cadenceName).flatMap((cadence) =>
          OBSERVED.map((target) => crowdFinding({ target, cadence, alone: records.get(`${cadence}-${target}`)!, crowded: records.get(`${cadence}-all`)! })),
        )
        return { findings, refusal, directory }
      } finally {
        progress.done()
      }
    },
  )
  const ok = findings.every(({ cadence, crowdedToAlone }) => cadence !== 'primed' || Math.abs(crowdedToAlone - 1) <= LARGEST_CHANGE)
  const line = JSON.stringify({ name: 'crowd', findings, ok, directory })
  const text = `${crowdTable(findings)}\n${ok ? 'primed: within 15 %' : 'primed: CHANGED by more than 15 %'}`
  await writeTextFile(join(directory, 'result.json'), `${line}\n`)
  await writeTextFile(join(directory, 'report.txt'), `${text}\n`)
  await writeManifestLast(directory, { FORMAT: 'lat-gwbench 1', COMMAND: 'crowd', VERSION: ownVersion(), STARTED_AT: startedAt, RESULT_SHA256: createHash('sha256').update(`${line}\n`).digest('hex') })
  printLine(raw.json ? line : `${text}\n${directory}`)
  if (refusal !== null) process.stderr.write(`gwbench: ${refusal}\n`)
  return ok && refusal === null ? 0 : 1
}

function crowdTable(findings: readonly CrowdFinding[]): string {
  const us = (value: number, error: number | null) => `${value.toFixed(1)} ± ${error === null ? '?' : error.toFixed(1)}`
  return [
    `paired overhead p50 in µs, ± standard error; ${findings[0]!.roundsEach} rounds each, body of one word`,
    ...alignColumns([
      ['target', 'cadence', 'targets=2', 'targets=6', 'ratio'],
      ...findings.map((f) => [f.target, f.cadence, us(f.aloneUs, f.aloneSeUs), us(f.crowdedUs, f.crowdedSeUs), f.crowdedToAlone.toFixed(3)]),
    ]),
  ].join('\n')
}
