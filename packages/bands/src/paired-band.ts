import type { BandBase, BandId } from './band-result.js'
import type { PairedReading } from './paired-reading.js'

/** A band on one repetition-matched difference. */
export interface PairedBand extends BandBase {
  readonly id: Extract<BandId, 'BAND2' | 'BAND3' | 'BAND3-SMALL' | 'CONTROL-AA' | 'BAND4' | 'BAND3-STREAM'>
  readonly reading: PairedReading
}
