import { describe, expect, it, vi } from 'vitest'
import { readArguments } from '../src/read-arguments.js'

const required = ['--mode', 'enforce', '--upstream', 'http://127.0.0.1:1']

describe('readArguments', () => {
  it('reads every flag', () => {
    const argv = [...required, '--host', '127.0.0.2', '--port=18080', '--version-stamp', 'bench-1', '--agent', 'a,b', '--token-budget', '5', '--dollar-budget', '0.25',
      '--slots', '3', '--log', 'x.jsonl', '--warm-up-requests', '0', '--plant-delay-us', '3000', '--tokenizer-passes', '2', '--not-enforcing', '--refuse-after', '0']
    expect(readArguments(argv)).toMatchObject({
      action: 'run',
      config: {
        mode: 'enforce', upstreamUrl: 'http://127.0.0.1:1', host: '127.0.0.2', port: 18_080, version: 'bench-1', agents: ['a', 'b'], budgetTokens: 5, budgetMicroDollars: 250_000,
        slots: 3, logFile: 'x.jsonl', warmUpRequests: 0, plantDelayUs: 3000, tokenizerPasses: 2, notEnforcing: true, refuseAfter: 0,
      },
    })
  })

  it.each(['1e5', '0123', '7e12345', '0x10', 'true'])('keeps the stamp %s as it is written', (stamp) => {
    expect(readArguments([...required, '--version-stamp', stamp])).toMatchObject({ config: { version: stamp } })
    expect(readArguments([...required, `--version-stamp=${stamp}`])).toMatchObject({ config: { version: stamp } })
  })

  it('takes a log of none for no file', () => {
    expect(readArguments([...required, '--log', 'none'])).toMatchObject({ config: { logFile: null } })
  })

  it.each([
    ['an unknown flag', ['--wat'], 'Unknown option `--wat`'],
    ['a stray argument', ['extra'], 'extra'],
    ['a flag without its value', ['--port'], 'value is missing'],
    ['a flag given twice', ['--port', '1', '--port', '2'], '--port appears 2 times'],
    ['half a port', ['--port', '1.5'], '--port is "1.5"'],
    ['dollars finer than a micro-dollar', ['--dollar-budget', '0.0000001'], '--dollar-budget is "0.0000001"'],
  ])('refuses %s', (_, extra, named) => {
    expect(readArguments([...required, ...extra])).toMatchObject({ action: 'refuse', message: expect.stringContaining(named) as string })
  })

  it('names the flags that are missing', () => {
    expect(readArguments([])).toMatchObject({ action: 'refuse', message: expect.stringContaining('--mode is missing; --upstream is missing') as string })
  })

  it('prints help with every flag and three examples', () => {
    const printed = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    expect(readArguments(['--help'])).toEqual({ action: 'help' })
    const text = printed.mock.calls.join('\n')
    printed.mockRestore()
    for (const flag of ['--mode', '--tokenizer-passes', '--not-enforcing', '--refuse-after', '--plant-delay-us']) expect(text).toContain(flag)
    expect(text.match(/lat-refgateway --mode/g)).toHaveLength(4)
  })
})
