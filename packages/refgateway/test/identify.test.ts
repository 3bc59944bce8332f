import { describe, expect, it } from 'vitest'
import { agentOf, routeOf } from '../src/identify.js'

describe('routeOf', () => {
  it('takes the first segment as the provider and forwards the rest with its query', () => {
    expect(routeOf('/openai/v1/chat/completions?a=/b')).toEqual({ provider: 'openai', path: '/v1/chat/completions?a=/b' })
    expect(routeOf('/anthropic/v1/messages')).toEqual({ provider: 'anthropic', path: '/v1/messages' })
    expect(routeOf('/openai/')).toEqual({ provider: 'openai', path: '/' })
  })

  it.each(['/', '', '/openai', '/v1/chat/completions', '/OpenAI/v1', '//openai/v1', '/openai%2Fv1/x', '/constructor/v1'])('knows no provider in %j', (target) => {
    expect(routeOf(target)).toBeNull()
  })
})

describe('agentOf', () => {
  const agents = new Set(['bench'])
  it('is the configured agent the header names', () => {
    expect(agentOf({ 'x-lat-agent': 'bench' }, agents)).toBe('bench')
  })

  it.each([undefined, '', 'other', 'bench, bench', 'Bench'])('is nobody for %j', (named) => {
    expect(agentOf({ 'x-lat-agent': named }, agents)).toBeNull()
  })
})
