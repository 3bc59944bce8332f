const FIRST_CAPACITY = 65_536

/** Grows by doubling, so that a body sent byte by byte costs neither quadratic copies nor one object per byte. */
export class BodyBuffer {
  #bytes: Buffer
  #length = 0

  constructor(expectedBytes = 0) {
    this.#bytes = Buffer.allocUnsafe(Math.min(expectedBytes, FIRST_CAPACITY))
  }

  get length(): number {
    return this.#length
  }

  append(part: Buffer): void {
    const length = this.#length + part.length
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length))
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    part.copy(this.#bytes, this.#length)
    this.#length = length
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}
