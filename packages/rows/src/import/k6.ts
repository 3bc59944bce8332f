export { importK6 } from './import-k6.js'
export type { K6ImportOptions } from './import-k6.js'
export { importRefusals } from './import-refusals.js'
export type { ImportedCell, ImportedRow } from './imported-cell.js'
