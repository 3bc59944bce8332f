import type { Row } from '@lat/rows'
import { GwbenchInputError } from '../errors.js'
import type { Reading } from './round.js'

const WHY: Readonly<Record<string, string>> = {
  timeout: 'did not answer in time',
  'connect-refused': 'refused the connection',
  'body-not-json': 'answered 200 with a body that is not JSON',
  'body-error': 'answered 200 with an error in the body',
  'keepalive-race': 'closed its idle connection just as a request was sent',
  'truncated-body': 'ended its answer before it was complete',
  'empty-stream': 'answered 200 with a stream without content',
  'truncated-stream': 'ended its stream before it was finished',
  'stream-error': 'answered 200 with an error in its stream',
}

function whatHappened({ status, failure }: Row): string {
  const known = failure === null ? undefined : WHY[failure]
  if (known !== undefined) return known
  if (status !== null && status !== 200) return `answered ${status}`
  return `failed (${failure ?? 'no complete answer'})`
}

/**
 * The reading of a request that was answered as it should be.
 *
 * @throws {GwbenchInputError} `LAT_GWBENCH_TARGET_FAILED`, naming the target, for everything but a complete 200
 */
export function readAnswer(target: string, row: Row, when: string): Reading {
  const { dispatchedNs, writtenNs, firstByteNs, firstEventNs, secondEventNs, lastByteNs, plantedNs, reconnected } = row
  if (row.outcome === 'ok' && row.status === 200 && dispatchedNs !== null && writtenNs !== null && firstByteNs !== null && lastByteNs !== null) {
    const events = firstEventNs === null || secondEventNs === null ? {} : { firstEventNs: firstEventNs - dispatchedNs, secondEventNs: secondEventNs - dispatchedNs }
    return { writtenNs: writtenNs - dispatchedNs, firstByteNs: firstByteNs - dispatchedNs, lastByteNs: lastByteNs - dispatchedNs, plantedNs, reconnected, ...events }
  }
  throw new GwbenchInputError('LAT_GWBENCH_TARGET_FAILED', `Target "${target}" ${whatHappened(row)} ${when}. An error is never timed as a success: the run is aborted.`)
}
