import { createHash } from 'node:crypto'

/** Draws in [0, 1) that depend on the seed, the request and the order of the draws, and on nothing else. */
export function createDraw(seed: string, requestNumber: number): () => number {
  let draws = 0
  return () => {
    const digest = createHash('sha256').update(`${seed}\0${requestNumber}\0${draws}`).digest()
    draws += 1
    return digest.readUIntBE(0, 6) / 0x1_0000_0000_0000
  }
}
