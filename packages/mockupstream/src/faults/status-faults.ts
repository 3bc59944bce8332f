import { errorBody } from '../shapes/error-answer.js'
import { wholeNumber } from './fault-kind.js'
import type { FaultKind } from './fault-kind.js'

/** Faults that answer with something else than was asked for. */
export const statusFaults: readonly FaultKind[] = [
  {
    name: 'status',
    value: 'CODE',
    help: 'answer with this status and an error body in the shape of the route',
    parse: (value) =>
      wholeNumber(value, 400, 599, (status) => (draft, { path }) => {
        draft.status = status
        draft.pieces = [errorBody(status, `The fault status=${status} was asked for`, path)]
        draft.gapsNs = [draft.gapsNs[0] ?? 0]
        draft.streamed = false
        draft.fields = { ...draft.fields, 'Content-Type': 'application/json' }
      }),
  },
  {
    name: 'retry-after',
    value: 'SECONDS',
    help: 'add the field Retry-After',
    parse: (value) => wholeNumber(value, 0, 86_400, (seconds) => (draft) => void (draft.fields['Retry-After'] = seconds)),
  },
  {
    name: 'retry-after-ms',
    value: 'MS',
    help: 'add the field retry-after-ms, which the official clients obey',
    parse: (value) => wholeNumber(value, 0, 86_400_000, (ms) => (draft) => void (draft.fields['retry-after-ms'] = ms)),
  },
]
