import { expect } from 'vitest'
import { runInThisContext } from 'node:vm'

/** The value of some code in which these names stand for these values. */
export function evaluate(code: string, scope: Readonly<Record<string, unknown>>): unknown {
  const run = runInThisContext(`(function (${Object.keys(scope).join(', ')}) { ${code} })`) as (...values: readonly unknown[]) => unknown
  return run(...Object.values(scope))
}

/** Equal but for what rounding and shortening may take away. */
function number(text: string): unknown {
  const value = Number(text.replace('…', ''))
  if (Number.isInteger(value) && !text.includes('…')) return value
  const digits = text.includes('…') ? (/\.(\d+)/.exec(text)?.[1]?.length ?? 0) : null
  const within = digits === null ? 1e-12 * Math.abs(value) : 2 * 10 ** -digits
  return { asymmetricMatch: (other: unknown) => typeof other === 'number' && Math.abs(other - value) <= within, toString: () => `about ${text}` }
}

/**
 * Compares a value with the comment beside it: a literal, in which `1.2345…` stands for a number that begins
 * so and `… }` for fields left out. Words after a number are for the reader.
 */
export function checkExample(actual: unknown, comment: string, where: string): void {
  const leading = /^(-?\d[\d.e-]*…?)(?:,? [a-zA-Z(].*)?$/.exec(comment)
  const literal = (leading ? leading[1]! : comment)
    .replace(/,\s*…\s*}/g, ' }')
    .replace(/'[^']*'|(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?…?/g, (found) => (found.startsWith("'") ? found : `number('${found}')`))
  const expected = evaluate(`return (${literal})`, { number })
  if (typeof expected === 'object' && expected !== null && !Array.isArray(expected) && !('asymmetricMatch' in expected)) expect(actual, where).toMatchObject(expected)
  else expect([actual], where).toEqual([expected])
}
