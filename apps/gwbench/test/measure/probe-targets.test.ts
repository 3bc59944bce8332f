import { describe, expect, it } from 'vitest'
import { probeTargets } from '../../src/measure/probe-targets.js'
import type { Answer } from '../../src/measure/probe-targets.js'
import { fakeTargets } from './fake-targets.js'

const completion = (content: string): Answer => ({ status: 200, body: JSON.stringify({ choices: [{ message: { content } }] }), reason: null })

function probe(answers: readonly Answer[], targets: ReturnType<typeof fakeTargets>, counted = true) {
  return probeTargets({ client: targets.client, targetNames: ['direct', 'gateway'], directIndex: 0, upstreamCount: counted ? targets.upstreamCount : null, fetchAnswer: async (index) => answers[index]! })
}

describe('probeTargets', () => {
  it('accepts targets that give the answer of the upstream and reach it once per request', async () => {
    const targets = fakeTargets()
    await probe([completion('hi'), completion('hi')], targets)
    expect(targets.asked).toEqual([0, 0, 0, 1, 1, 1])
  })

  it.each<[string, Answer, string]>([
    ['an error', { status: 500, body: '{}', reason: null }, 'answered 500'],
    ['a redirect', { status: 308, body: '', reason: null }, 'answered 308'],
    ['nothing', { status: 0, body: '', reason: 'ECONNREFUSED' }, 'gave no answer (ECONNREFUSED)'],
    ['a page', { status: 200, body: '<html>', reason: null }, 'not a chat completion'],
    ['JSON that is no completion', { status: 200, body: '{"ok":true}', reason: null }, 'not a chat completion'],
    ['no choices', { status: 200, body: '{"choices":[]}', reason: null }, 'not a chat completion'],
    ['an error in a 200', { status: 200, body: '{"choices":[{}],"error":{"message":"x"}}', reason: null }, 'not a chat completion'],
    ['another text', completion('ho'), 'another text than the upstream'],
  ])('refuses a target that answers with %s, by name', async (_, answer, expected) => {
    await expect(probe([completion('hi'), answer], fakeTargets())).rejects.toMatchObject({ code: 'LAT_GWBENCH_NOT_THE_UPSTREAM', message: expect.stringMatching(new RegExp(`Target "gateway".*${expected.replace(/[()]/g, '\\$&')}`)) })
  })

  it('refuses a target that answers the second request from a cache', async () => {
    const targets = fakeTargets({ reaches: (target, nth) => (target === 1 && nth > 0 ? 0 : 1) })
    await expect(probe([completion('hi'), completion('hi')], targets)).rejects.toThrowError('Target "gateway" answered 3 requests of which 1 reached the upstream')
  })

  it('never quotes an answer, which may repeat the key', async () => {
    const error = await probe([completion('hi'), { status: 401, body: 'bad key sk-planted', reason: null }], fakeTargets()).catch((error: unknown) => error)
    expect(String((error as Error).stack)).not.toContain('sk-planted')
  })

  it('lets texts differ where the upstream is not known to repeat itself', async () => {
    await probe([completion('hi'), completion('ho')], fakeTargets(), false)
  })
})
