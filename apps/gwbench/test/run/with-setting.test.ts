import { startProcess } from '@lat/subjects'
import { describe, expect, it } from 'vitest'
import { withStage } from '../../src/run/with-setting.js'

const program = (name: string, script: string) => startProcess({ name, argv: [process.execPath, '-e', `console.log('{"ready":true}'); ${script}`], ready: { line: true } })

describe('withStage', () => {
  it('says which process had ended when a run fails, and what it last wrote', async () => {
    const run = withStage(async ({ crew }) => {
      await crew.enlist(program('steady', 'setInterval(() => 0, 1000)'))
      const { exited } = await crew.enlist(program('gateway', "console.error('first'); console.error('out of memory'); process.exitCode = 7"))
      await exited
      throw Object.assign(new Error('A connection was refused.'), { code: 'LAT_LOAD_CANNOT_CONNECT' })
    })
    await expect(run).rejects.toMatchObject({ code: 'LAT_LOAD_CANNOT_CONNECT', message: expect.stringMatching(/^A connection was refused\. gateway \(pid \d+\) exited with code 7; it last wrote: out of memory\.$/) })
  })

  it('adds nothing while everything still runs', async () => {
    const run = withStage(async ({ crew }) => {
      await crew.enlist(program('steady', 'setInterval(() => 0, 1000)'))
      throw new Error('A connection was refused.')
    })
    await expect(run).rejects.toThrow(/^A connection was refused\.$/)
  })
})
