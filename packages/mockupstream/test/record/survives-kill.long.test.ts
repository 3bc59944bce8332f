import { it } from 'vitest'
import { checkSurvivesKill } from './survives-kill.js'

it.each(['sync', 'tick', 'fsync'] as const)('a recording server that is killed has recorded what it answered, 20 times, %s', async (policy) => {
  for (let repeat = 0; repeat < 20; repeat += 1) await checkSurvivesKill(policy, 100 + 37 * repeat)
})
