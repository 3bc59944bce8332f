export type { Inflate } from './hdr-counts.js'
export { hdrQuantile } from './hdr-quantile.js'
export { importHdrLog } from './import-hdr-log.js'
export type { HdrLogOptions, HdrSeries } from './import-hdr-log.js'
