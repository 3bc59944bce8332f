import { fontStack } from '../svg/sheet.js'
import { themes } from '../svg/theme.js'
import type { Theme } from '../svg/theme.js'

const colours = ({ name, background, ink, muted, grid, reference }: Theme) => `color-scheme: ${name}; --background: ${background}; --ink: ${ink}; --muted: ${muted}; --grid: ${grid}; --reference: ${reference};`

/** The stylesheet of the HTML report: the themes of the figures, chosen by the system until a reader chooses. */
export const reportStyle = [
  `:root { ${colours(themes.light)} }`,
  '.dark { display: none; }',
  `@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${colours(themes.dark)} } :root:not([data-theme]) .light { display: none; } :root:not([data-theme]) .dark { display: block; } }`,
  `:root[data-theme="dark"] { ${colours(themes.dark)} }`,
  ':root[data-theme="dark"] .light { display: none; }',
  ':root[data-theme="dark"] .dark { display: block; }',
  `body { margin: 0 auto; max-width: 1048px; padding: 24px; background: var(--background); color: var(--ink); font: 15px/1.5 ${fontStack}; }`,
  'header { position: relative; }',
  'h1 { font-size: 26px; line-height: 1.25; margin: 0 150px 8px 0; }',
  'h2 { font-size: 19px; margin: 40px 0 4px; }',
  'button { position: absolute; top: 0; right: 0; padding: 6px 12px; border: 1px solid var(--grid); border-radius: 6px; background: none; color: var(--ink); font: inherit; cursor: pointer; }',
  '.facts, .shared, .note { color: var(--muted); margin: 4px 0; overflow-wrap: anywhere; }',
  '.verdict { font-weight: 600; font-size: 17px; }',
  'figure { margin: 32px 0; }',
  'svg { display: block; max-width: 100%; height: auto; }',
  '.scroll { overflow-x: auto; margin: 10px 0; }',
  'table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }',
  'th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--grid); text-align: left; }',
  'th { color: var(--muted); font-weight: 600; }',
  '.right { text-align: right; }',
  '@media print { button { display: none; } figure { break-inside: avoid; } }',
].join('\n')
