import type { GwbenchResult } from '../report/result-schema.js'

const ms = (ns: number) => `${(ns / 1e6).toFixed(3)} ms`

/** What a run found out about one gateway, in a sentence. */
export function oneSentence({ overhead, controls, runs }: Pick<GwbenchResult, 'overhead' | 'controls' | 'runs'>, name: string): string {
  const { pairedNs, overRounds, count } = overhead.find(({ treatment }) => treatment === name)!
  const kept = runs.filter((run) => run.kept).length
  const interval = overRounds === null || overRounds.lowNs === null || overRounds.highNs === null ? 'too few rounds for an interval' : `95 % interval ${ms(overRounds.lowNs)} to ${ms(overRounds.highNs)}`
  const floor = controls.twin?.resolutionFloorNs
  const told = floor === null || floor === undefined ? '' : Math.abs(pairedNs.p50Ns) > floor ? `; nothing at all reads up to ${ms(floor)} here` : `, which is not told from nothing here (up to ${ms(floor)})`
  return `${name} adds ${ms(pairedNs.p50Ns)} to a chat completion at the median (${interval}, ${count} rounds of ${kept} ${kept === 1 ? 'run' : 'runs'}), one request at a time on this machine${told}.`
}
