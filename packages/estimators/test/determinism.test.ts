import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { scenario } from './scenario.js'

it('a fixed scenario through every estimator has the same bits everywhere', () => {
  const text = JSON.stringify(scenario(), (_, value: unknown) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value))
  const hash = createHash('sha256').update(text).digest('hex')
  expect(hash).toBe(readFileSync(new URL('golden/scenario.sha256', import.meta.url), 'utf8').trim())
})
