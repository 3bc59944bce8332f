/** Where a figure comes from; its footer says so. */
export interface FigureSource {
  /** Name of the run directory, such as `results/2026-11-30-…`. */
  readonly directory: string
  /** Tree hash of the code that measured; left out of the footer when nobody knows it. */
  readonly treeHash?: string
  /** Name and version of what drew it. Default: this package. */
  readonly renderer?: string
}

export interface FigureOptions {
  readonly theme: 'light' | 'dark'
  readonly source: FigureSource
}
