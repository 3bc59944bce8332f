import { RowsInputError } from '../errors.js'
import { checkName } from './check-name.js'
import type { ImportedCell, ImportedRow } from './imported-cell.js'
import { k6Request } from './k6-request.js'
import { k6Samples, type K6Sample } from './k6-samples.js'
import { parseCount } from './parse-count.js'

export interface K6ImportOptions {
  /** Name of the machine that ran k6, where the lines have no `instance_id` of their own. */
  readonly generator: string
  /** The one scenario to read. Needed when the file has several, such as a warm-up. */
  readonly scenario?: string
}

interface Load {
  readonly requests: Map<string, K6Sample>[]
  readonly dropped: { readonly scenario: string; readonly count: number }[]
}

/**
 * k6 writes several lines per request and no number for it. With `vu` and `iter` the lines are joined by instance, user
 * and iteration; without them by their tags and their order, because k6 writes the lines of one request together.
 */
function joinRequests(samples: Iterable<K6Sample>): Load {
  const requests: Map<string, K6Sample>[] = []
  const open = new Map<string, Map<string, K6Sample>>()
  const dropped: Load['dropped'] = []
  let lastKey: string | undefined
  for (const sample of samples) {
    if (sample.metric === 'dropped_iterations') dropped.push({ scenario: sample.tag('scenario'), count: parseCount(sample.value, sample.metric, sample.place) })
    if (!/^http_req(?:s$|_)/.test(sample.metric)) continue
    const [vu, iter] = [sample.tag('vu'), sample.tag('iter')]
    const numbered = vu !== '' && iter !== ''
    const key = numbered ? `${sample.tag('instance_id')}\n${sample.tag('scenario')}\n${vu}\n${iter}` : sample.identity
    // Lines without numbers are together, or they are not of one request.
    if (!numbered && key !== lastKey) open.delete(key)
    let request = open.get(key)
    if (request === undefined || request.has(sample.metric)) {
      request = new Map()
      requests.push(request)
      open.set(key, request)
    }
    request.set(sample.metric, sample)
    lastKey = key
  }
  return { requests, dropped }
}

function chosenScenario({ requests, dropped }: Load, wanted: string | undefined, source: string): string {
  const present = new Set([...requests.map((request) => [...request.values()][0]!.tag('scenario')), ...dropped.map(({ scenario }) => scenario)])
  if (wanted === undefined && present.size > 1) {
    throw new RowsInputError('LAT_ROWS_IMPORT', `there are the scenarios ${[...present].map((name) => JSON.stringify(name)).join(', ')}; say which one to read, because a warm-up is no result`, { source, line: 1 })
  }
  const scenario = wanted ?? [...present][0]
  if (scenario === undefined || !present.has(scenario)) throw new RowsInputError('LAT_ROWS_NO_ROWS', wanted === undefined ? 'no rows' : `no rows of scenario ${JSON.stringify(wanted)}`, { source, line: 1 })
  return scenario
}

/** Tags of the user that all requests share. */
function sharedTags(samples: readonly K6Sample[]): Record<string, string> {
  const [first, ...others] = samples
  if (first === undefined) return {}
  return Object.fromEntries([...first.extraTags].filter(([name, value]) => others.every(({ extraTags }) => extraTags.get(name) === value)))
}

/**
 * Requests of one k6 run, from the text that `k6 run --out csv=FILE` wrote.
 *
 * Marks are rebuilt from the parts: blocked (with connecting), sending, waiting, receiving; their end is exact to 1 ns.
 * Stamps are those of the end of a request and often whole seconds, so nothing is derived from them, and k6 does not
 * write when an iteration was due. `dropped` counts the iterations for which no user was free.
 *
 * @param source name of the file, for messages
 * @throws {RowsInputError} with `file:line` on lines that do not make whole requests, several scenarios, or no request
 */
export function importK6(text: string | Iterable<string>, source: string, { generator, scenario: wanted }: K6ImportOptions): ImportedCell {
  checkName('generator', generator, { source, line: 1 })
  const load = joinRequests(k6Samples(text, source))
  const scenario = chosenScenario(load, wanted, source)
  const firsts: K6Sample[] = []
  const counts = new Map<string, number>()
  const rows: ImportedRow[] = []
  let [firstStamp, lastStamp] = [Infinity, -Infinity]
  for (const request of load.requests) {
    const first = [...request.values()][0]!
    if (first.tag('scenario') !== scenario) continue
    firsts.push(first)
    const own = checkName('instance_id', first.tag('instance_id') || generator, first.place)
    const sequence = counts.get(own) ?? 0
    counts.set(own, sequence + 1)
    firstStamp = Math.min(firstStamp, first.epochMs)
    lastStamp = Math.max(lastStamp, first.epochMs)
    rows.push({ sequence, generator: own, arm: checkName('arm', first.tag('arm') || 'target', first.place), sentNs: null, ...k6Request(request) })
  }
  const dropped = load.dropped.filter((each) => each.scenario === scenario).reduce((sum, { count }) => sum + count, 0)
  return { engine: 'k6', source, rows, dropped, missing: 0, stampedEpochMs: rows.length === 0 ? null : { first: firstStamp, last: lastStamp }, tags: sharedTags(firsts) }
}
