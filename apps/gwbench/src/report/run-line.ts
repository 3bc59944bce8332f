/** @example runLine({ run: 7, kept: true, loadStart: 3.5, loadEnd: 3.7 }) // 'run 7 kept: load 3.50 -> 3.70' */
export function runLine({ run, kept, loadStart, loadEnd }: { readonly run: number; readonly kept: boolean; readonly loadStart: number; readonly loadEnd: number | null }): string {
  return `run ${run} ${kept ? 'kept' : 'discarded'}: load ${loadStart.toFixed(2)} -> ${loadEnd === null ? 'unreadable' : loadEnd.toFixed(2)}`
}
