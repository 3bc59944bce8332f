import { it } from 'vitest'
import { checkSurvivesKill } from './survives-kill.js'

it('a recording server that is killed has recorded what it answered', () => checkSurvivesKill('tick', 300))
