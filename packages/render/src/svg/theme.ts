import type { Arm } from '@lat/rows'

export type ThemeName = 'light' | 'dark'

export type MarkerShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross'

/** How one arm is drawn: marks and text differ in colour where the mark's own would be too faint to read. */
export interface ArmStyle {
  readonly mark: string
  readonly text: string
  readonly shape: MarkerShape
}

export interface Theme {
  readonly name: ThemeName
  readonly background: string
  readonly ink: string
  readonly muted: string
  readonly grid: string
  readonly axis: string
  /** Reference lines, ESTIMATE, and whatever needs attention. */
  readonly reference: string
  readonly arms: Readonly<Record<Arm, ArmStyle>>
  /** Fills of stacked components, told apart by their labels too. */
  readonly components: readonly string[]
}

const shapes: Readonly<Record<Arm, MarkerShape>> = { direct: 'circle', passthrough: 'square', enforce: 'triangle', controla: 'diamond', controlb: 'cross' }

function arms(colours: Readonly<Record<Arm, readonly [mark: string, text: string]>>): Theme['arms'] {
  return Object.fromEntries(Object.entries(colours).map(([arm, [mark, text]]) => [arm, { mark, text, shape: shapes[arm as Arm] }])) as Theme['arms']
}

/** Colours of Okabe and Ito (2008), which stay apart under every common colour deficiency; shapes and labels repeat the distinction. */
export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    name: 'light',
    background: '#ffffff',
    ink: '#1b1f24',
    muted: '#57606a',
    grid: '#e4e8ed',
    axis: '#8c959f',
    reference: '#b3261e',
    arms: arms({ direct: ['#57606a', '#57606a'], passthrough: ['#0072b2', '#0072b2'], enforce: ['#d55e00', '#b04a00'], controla: ['#009e73', '#00765a'], controlb: ['#b8609a', '#9a4680'] }),
    components: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'],
  },
  dark: {
    name: 'dark',
    background: '#0f1318',
    ink: '#e8edf3',
    muted: '#9aa7b4',
    grid: '#252c36',
    axis: '#667280',
    reference: '#ff8a80',
    arms: arms({ direct: ['#aab6c2', '#aab6c2'], passthrough: ['#56b4e9', '#56b4e9'], enforce: ['#f0a04b', '#f0a04b'], controla: ['#2fc59a', '#2fc59a'], controlb: ['#e3a3cc', '#e3a3cc'] }),
    components: ['#56b4e9', '#e69f00', '#2fc59a', '#d98cb3', '#3a8fd0', '#f0a04b'],
  },
}
