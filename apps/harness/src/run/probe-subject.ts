import { HarnessInputError } from '../errors.js'
import { requestBody } from '../plan/payload.js'
import type { Machinery } from './machinery.js'
import type { RunConfig } from './run-config.js'

export interface ProbeParts {
  readonly config: RunConfig
  readonly machinery: Machinery
  readonly upstreamUrl: string
  readonly stamp: string
  readonly signal: AbortSignal
}

const probeBytes = 150

/**
 * Starts the subject once in each of its two modes and asks it one question, so that a gateway that cannot be measured
 * is named before the first cell and not after it.
 *
 * @throws {SubjectFailure} when it does not start, get ready, or say who it is
 * @throws {HarnessInputError} `LAT_HARNESS_REFUSED` when it answers with an error, or not at all
 */
export async function probeSubject({ config, machinery, upstreamUrl, stamp, signal }: ProbeParts): Promise<void> {
  for (const mode of ['passthrough', 'enforce'] as const) {
    const subject = await machinery.startSubject(config.subject, { port: config.subjectPort, upstreamUrl, mode, stamp, extraArgs: config.subjectArgs[mode], signal, resolveFrom: import.meta.url })
    let answer: string | null
    try {
      const status = await machinery.askOnce(subject.requestUrl, subject.requestHeaders, requestBody(probeBytes, false))
      answer = status >= 200 && status < 300 ? null : `answers status ${status}`
    } catch (error) {
      answer = `gives no answer (${error instanceof Error ? error.message : String(error)})`
    } finally {
      await subject.stop()
    }
    if (answer !== null) throw new HarnessInputError('LAT_HARNESS_REFUSED', `${subject.name} is ready in ${mode} mode, and ${answer} to one request at ${subject.requestUrl}. Correct "request" in its declaration, or its configuration.`)
  }
}
