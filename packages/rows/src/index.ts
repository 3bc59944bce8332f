export { analysedCellSchema, analysisSchema, armSchema, curveSchema, intervalSchema, microbenchSchema, quantileSetSchema, seriesSchema, shiftSchema } from './analysis.js'
export type { Analysis, AnalysedCell, AnalysisInterval, Arm, Curve, Microbench, QuantileSet, Series, Shift } from './analysis.js'
export { afterWriteNs, blockedNs, durationNs, latenessNs, receivingNs, responseNs, sendingNs, waitingNs } from './intervals.js'
export type { Outcome, Row } from './row.js'
