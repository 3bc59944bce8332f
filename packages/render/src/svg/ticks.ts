const steps = [1, 2, 2.5, 5, 10]

/** The largest power of ten that is not above `value`. */
function decadeOf(value: number): number {
  let decade = 1
  while (decade > value) decade /= 10
  while (decade * 10 <= value) decade *= 10
  return decade
}

/** Clears the error that repeated division by ten leaves behind. */
const clean = (value: number) => Number(value.toPrecision(12))

/** About `count` round values inside the domain, evenly spaced. */
export function linearTicks([low, high]: readonly [number, number], count: number): readonly number[] {
  const raw = (high - low) / count
  const decade = decadeOf(raw)
  const step = steps.map((each) => each * decade).find((each) => each >= raw * 0.999999)!
  const ticks: number[] = []
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index += 1) ticks.push(clean(index * step))
  return ticks
}

/** 1, 2 and 5 of every decade inside the domain; evenly spaced where those would be fewer than three. */
export function logTicks(domain: readonly [number, number]): readonly number[] {
  const [low, high] = domain
  const ticks: number[] = []
  for (let decade = decadeOf(low); decade <= high; decade *= 10) {
    for (const step of [1, 2, 5]) {
      const tick = clean(step * decade)
      if (tick >= low * 0.999999 && tick <= high * 1.000001) ticks.push(tick)
    }
  }
  return ticks.length < 3 ? linearTicks(domain, 4) : ticks
}

/** A tick as digits without exponent or trailing zeros. */
export function tickLabel(value: number): string {
  const text = Math.abs(value).toFixed(12).replace(/\.?0+$/, '')
  return value < 0 ? `−${text}` : text
}
