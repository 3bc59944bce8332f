import type { Expectation } from '../cell-spec.js'
import type { FailureName } from '../failures.js'
import { verifyJson } from './verify-json.js'
import { verifyStream } from './verify-stream.js'

/** The last body of an arm that was verified: a body with the same bytes needs no second look. */
export interface VerifiedBody {
  bytes: Buffer | null
  label: string | null
  /** Verified bodies in a row that were all different. */
  misses: number
}

export interface BodyVerdict {
  readonly failure: FailureName
  readonly label: string | null
}

export function createVerifiedBody(): VerifiedBody {
  return { bytes: null, label: null, misses: 0 }
}

const LARGEST_VERIFIED_BYTES = 1 << 20
const TAIL_BYTES = 512
/** An upstream that never repeats itself: stop keeping copies. */
const LARGEST_MISSES = 16
const ACCEPTED: BodyVerdict = { failure: 'none', label: null }

/**
 * Decides whether a body is what the arm expects, at next to no cost while answers repeat.
 *
 * Chunks are compared in place with the last verified body; only bytes that deviate are kept, and
 * parsed after the last byte. Beyond 1 MiB only the head and the tail of a body are judged.
 */
export class BodyWatch {
  private expect: Expectation = 'any'
  private known: VerifiedBody = createVerifiedBody()
  private reference: Buffer | null = null
  private length = 0
  private kept = Buffer.allocUnsafe(4096)
  private tail = Buffer.alloc(0)

  start(expect: Expectation, known: VerifiedBody): void {
    this.expect = expect
    this.known = known
    this.reference = known.bytes
    this.length = 0
  }

  take(chunk: Buffer): void {
    const from = this.length
    this.length += chunk.length
    if (this.expect === 'any') return
    if (this.reference !== null) {
      if (this.length <= this.reference.length && chunk.compare(this.reference, from, this.length) === 0) return
      this.keep(this.reference.subarray(0, from), 0)
      this.reference = null
    }
    this.keep(chunk, from)
  }

  verdict(): BodyVerdict {
    if (this.expect === 'any') return ACCEPTED
    if (this.reference !== null && this.reference.length === this.length) {
      this.known.misses = 0
      return this.known.label === null ? ACCEPTED : { failure: 'none', label: this.known.label }
    }
    // A body that stops inside the reference has kept nothing of its own yet.
    if (this.reference !== null) this.keep(this.reference.subarray(0, this.length), 0)
    if (this.length > LARGEST_VERIFIED_BYTES) return this.judgeEnds()

    const body = this.kept.subarray(0, this.length)
    const verdict: BodyVerdict = this.expect === 'json' ? { failure: verifyJson(body), label: null } : verifyStream(body)
    if (verdict.failure === 'none') this.remember(body, verdict.label)
    return verdict
  }

  private remember(body: Buffer, label: string | null): void {
    this.known.misses += 1
    this.known.bytes = this.known.misses > LARGEST_MISSES ? null : Buffer.from(body)
    this.known.label = label
  }

  private keep(chunk: Buffer, at: number): void {
    const end = at + chunk.length
    if (end > this.kept.length && this.kept.length < LARGEST_VERIFIED_BYTES) {
      let size = this.kept.length
      while (size < end && size < LARGEST_VERIFIED_BYTES) size *= 2
      const grown = Buffer.allocUnsafe(size)
      this.kept.copy(grown, 0, 0, at)
      this.kept = grown
    }
    chunk.copy(this.kept, at)
    if (end > LARGEST_VERIFIED_BYTES) this.tail = Buffer.concat([this.tail.subarray(-TAIL_BYTES), chunk.subarray(-TAIL_BYTES)])
  }

  private judgeEnds(): BodyVerdict {
    const head = this.kept.toString('latin1', 0, 64)
    const end = this.tail.toString('latin1')
    this.tail = Buffer.alloc(0)
    if (this.expect === 'json') {
      if (/^\s*\{\s*"error"\s*:\s*[^n\s]/.test(head)) return { failure: 'body-error', label: null }
      return /^\s*[[{]/.test(head) && /[\]}]\s*$/.test(end) ? ACCEPTED : { failure: 'body-not-json', label: null }
    }
    const { failure } = verifyStream(this.kept)
    if (failure === 'stream-error' || failure === 'empty-stream') return { failure, label: null }
    return /\[DONE\]|message_stop|"(finish|stop)_reason"\s*:\s*"/.test(end) ? ACCEPTED : { failure: 'truncated-stream', label: null }
  }
}
