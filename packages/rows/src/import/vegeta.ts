export { importRefusals } from './import-refusals.js'
export { importVegeta } from './import-vegeta.js'
export type { VegetaImportOptions } from './import-vegeta.js'
export type { ImportedCell, ImportedRow } from './imported-cell.js'
