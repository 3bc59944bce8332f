/** Names of the two files of a cell inside a results directory. @example cellFiles('direct-payload-4096').rows // 'direct-payload-4096.csv.gz' */
export function cellFiles(cell: string): { readonly rows: string; readonly summary: string } {
  return { rows: `${cell}.csv.gz`, summary: `${cell}.json` }
}
