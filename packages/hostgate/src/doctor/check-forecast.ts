import { percentText } from '../gate/idle-text.js'
import type { AbortForecast } from '../gate/forecast-abort.js'
import type { Reading } from '../reading.js'
import { green, hostCheck, red, yellow, type HostCheck } from './host-check.js'

/** From here on the loss of an hour is worth a thought, and from here on it is likelier than not. */
const NOTED_CHANCE = 0.1
const REFUSED_CHANCE = 0.5

/** Would the quiescence rules let a long run end? */
export function checkForecast(forecast: Reading<AbortForecast>): HostCheck {
  return hostCheck('abort-chance', forecast, `at most ${percentText(NOTED_CHANCE * 100)}`, true, ({ chance, plannedReadings, readings, readingsBelow }) => {
    const read = `${percentText(chance * 100)} over ${plannedReadings} readings`
    const seen = `${readingsBelow} of ${readings} readings just now were below the floor`
    if (chance <= NOTED_CHANCE) return green(read, `${seen}.`)
    if (readingsBelow === 0) return yellow(read, `${seen}, too few to promise a quiet run.`, 'Look for longer.')
    return (chance > REFUSED_CHANCE ? red : yellow)(read, `${seen}: a run of ${plannedReadings} would probably ${chance > REFUSED_CHANCE ? 'be stopped' : 'end, but may be stopped'}.`, 'Find out what wakes up now and then, or wait for a quieter hour.')
  })
}
