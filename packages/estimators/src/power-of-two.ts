/**
 * The power of two next below a positive finite number, or the number itself where it is one. Dividing by it is exact, and keeps
 * squares of numbers of any size from overflowing and from vanishing.
 */
export function powerOfTwoAtMost(x: number): number {
  let power = 1
  while (power * 2 <= x) power *= 2
  while (power > x) power /= 2
  return power
}
