import { rng } from '../src/rng.js'

/** A fast generator for simulations (xoshiro128**), seeded by name. */
export function fastRandom(name: string): () => number {
  const { integer } = rng(name)
  let a = integer(4294967296) | 1
  let b = integer(4294967296) | 0
  let c = integer(4294967296) | 0
  let d = integer(4294967296) | 0
  return () => {
    const rotated = Math.imul(b, 5)
    const next = Math.imul((rotated << 7) | (rotated >>> 25), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = (d << 11) | (d >>> 21)
    return (next + 0.5) / 4294967296
  }
}

/** Standard normal values, two at a time (Box and Muller). */
export function normals(uniform: () => number): () => number {
  let spare: number | null = null
  return () => {
    if (spare !== null) {
      const value = spare
      spare = null
      return value
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}
