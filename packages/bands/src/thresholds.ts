import type { Profile } from './profile.js'
import type { Provenance } from './provenance.js'

export interface Threshold {
  readonly id: string
  readonly provenance: Provenance
}

/** Every threshold of a profile with where it came from, in one list. */
export function thresholds({ rates, quiescence, tolerances, minimumClean, bands }: Profile): readonly Threshold[] {
  return [
    { id: 'rates', provenance: rates.provenance },
    { id: 'quiescence.idleFloorPercent', provenance: quiescence.provenance },
    { id: 'quiescence.subFloorShare', provenance: quiescence.subFloorShare.provenance },
    { id: 'quiescence.consecutive', provenance: quiescence.consecutive.provenance },
    { id: 'tolerances.dropped', provenance: tolerances.dropped.provenance },
    { id: 'tolerances.failed', provenance: tolerances.failed.provenance },
    { id: 'tolerances.completed', provenance: tolerances.completed.provenance },
    { id: 'tolerances.rowCount', provenance: tolerances.rowCount.provenance },
    { id: 'minimumClean', provenance: minimumClean.provenance },
    { id: 'BAND1.p50Ceiling', provenance: bands.BAND1.provenance },
    { id: 'BAND1.p99Advisory', provenance: bands.BAND1.advisoryProvenance },
    { id: 'BAND2', provenance: bands.BAND2.provenance },
    { id: 'BAND3', provenance: bands.BAND3.provenance },
    { id: 'BAND3-SMALL', provenance: bands['BAND3-SMALL'].provenance },
    { id: 'CONTROL-AA', provenance: bands['CONTROL-AA'].provenance },
    { id: 'BAND4', provenance: bands.BAND4.provenance },
    { id: 'BAND3-STREAM', provenance: bands['BAND3-STREAM'].provenance },
    { id: 'BAND5.p50', provenance: bands.BAND5.p50Provenance },
    { id: 'BAND5.p99', provenance: bands.BAND5.p99Provenance },
  ]
}
