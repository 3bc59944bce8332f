const DIGIT = 2048

/**
 * Sorts finite doubles in place, ascending, -0 before 0: what `Float64Array.prototype.sort` does, in a third of its
 * time for the sizes of a cell. Radix sort on the bits of the doubles, eleven at a time; passes in which all
 * values share the digit are skipped.
 */
export function sortAscending(values: Float64Array): Float64Array {
  const count = values.length
  if (count < 2000) return values.sort()
  let from = new Uint32Array(count * 2)
  let to = new Uint32Array(count * 2)
  new Float64Array(from.buffer).set(values)
  const high = new Uint32Array(Float64Array.of(1).buffer)[1] === 0 ? 0 : 1
  const low = 1 - high

  // as whole numbers, with the sign bit turned over and negative values counted backwards, doubles keep their order
  const counts = new Uint32Array(DIGIT * 6)
  for (let i = 0; i < 2 * count; i += 2) {
    const sign = from[i + high]! >>> 31
    const h = (from[i + high]! ^ (sign === 1 ? 0xffffffff : 0x80000000)) >>> 0
    const l = (sign === 1 ? ~from[i + low]! : from[i + low]!) >>> 0
    from[i + high] = h
    from[i + low] = l
    counts[l & 2047]!++
    counts[DIGIT + ((l >>> 11) & 2047)]!++
    counts[2 * DIGIT + (l >>> 22)]!++
    counts[3 * DIGIT + (h & 2047)]!++
    counts[4 * DIGIT + ((h >>> 11) & 2047)]!++
    counts[5 * DIGIT + (h >>> 22)]!++
  }
  for (let pass = 0; pass < 6; pass++) {
    const word = pass < 3 ? low : high
    const shift = 11 * (pass % 3)
    const places = counts.subarray(pass * DIGIT, (pass + 1) * DIGIT)
    if (places[(from[word]! >>> shift) & 2047] === count) continue
    let place = 0
    for (let digit = 0; digit < DIGIT; digit++) {
      const here = places[digit]!
      places[digit] = place
      place += here
    }
    for (let i = 0; i < 2 * count; i += 2) {
      const digit = (from[i + word]! >>> shift) & 2047
      const at = 2 * places[digit]!++
      to[at] = from[i]!
      to[at + 1] = from[i + 1]!
    }
    ;[from, to] = [to, from]
  }
  for (let i = 0; i < 2 * count; i += 2) {
    const negative = from[i + high]! >>> 31 === 0
    from[i + high]! ^= negative ? 0xffffffff : 0x80000000
    if (negative) from[i + low] = ~from[i + low]!
  }
  values.set(new Float64Array(from.buffer))
  return values
}
