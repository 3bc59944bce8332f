import type { Analysis } from '@lat/rows'
import { enforcementFigure } from '../figures/enforcement-figure.js'
import { figureTitle } from '../figures/frame.js'
import { hostFigure } from '../figures/host-figure.js'
import { overheadFigure } from '../figures/overhead-figure.js'
import { repetitionsFigure } from '../figures/repetitions-figure.js'
import { shiftFigure } from '../figures/shift-figure.js'
import type { FigureOptions, FigureSource } from '../figures/source.js'
import { RenderInputError } from '../errors.js'
import { verdictLine } from '../model/judged-run.js'
import type { JudgedRun } from '../model/judged-run.js'
import { htmlTable } from '../table/html-table.js'
import { allTables } from '../tables/all-tables.js'
import { escapeXml } from '../text/escape-xml.js'
import { reportStyle } from './report-style.js'

export interface HtmlReportOptions {
  readonly source: FigureSource
  readonly evaluation?: JudgedRun
}

const figures: readonly (readonly [name: string, draw: (analysis: Analysis, options: FigureOptions) => string])[] = [
  ['overhead', overheadFigure],
  ['enforcement', enforcementFigure],
  ['shift', shiftFigure],
  ['repetitions', repetitionsFigure],
  ['host', hostFigure],
]

/**
 * One HTML file with every figure in both themes and every table. It loads nothing, so it works offline and from disk;
 * without scripts it follows the theme of the system.
 *
 * @throws {RenderInputError} when a table would be incomplete or a shift stands between unequal cells
 */
export function htmlReport(analysis: Analysis, { source, evaluation }: HtmlReportOptions): string {
  const title = figureTitle(analysis, `Latency through ${analysis.run.subject}`)
  const { name, mode, profile, design, seed } = analysis.run
  const facts = [`run ${name}`, `mode ${mode}`, `profile ${profile}`, `design ${design}`, `seed ${seed}`, ...(source.treeHash === undefined ? [] : [`tree ${source.treeHash}`])]
  const identities = analysis.identity.map(({ name: process, reported }) => `<li>${escapeXml(process)} reported ${escapeXml(reported)}</li>`)
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${reportStyle}</style>`,
    '</head>',
    '<body>',
    '<header>',
    `<h1>${escapeXml(title)}</h1>`,
    '<button type="button" id="theme" hidden>dark / light</button>',
    `<p class="facts">${facts.map(escapeXml).join(' · ')}</p>`,
    ...(evaluation === undefined ? [] : [`<p class="verdict">${escapeXml(verdictLine(evaluation))}</p>`]),
    '</header>',
    '<main>',
    ...figures.filter(([figure]) => figure !== 'repetitions' || hasRepetitions(analysis)).map(([figure, draw]) => bothThemes(figure, (theme) => draw(analysis, { theme, source }))),
    ...allTables(analysis, { detail: 'full', evaluation }).map(htmlTable),
    ...(identities.length === 0 ? [] : ['<section><h2>Identity of each process</h2>', `<ul>${identities.join('')}</ul>`, '</section>']),
    '</main>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Whether any pair was measured more than once; a figure of single pairs would say nothing the tables do not. */
function hasRepetitions({ shifts }: Analysis): boolean {
  return shifts.some(({ perRepetition }) => perRepetition.length > 1)
}

/** A figure the run has nothing for is left out; a figure that must not be drawn stops the report. */
function bothThemes(name: string, draw: (theme: 'light' | 'dark') => string): string {
  try {
    return `<figure id="figure-${name}"><div class="light">${draw('light')}</div><div class="dark">${draw('dark')}</div></figure>`
  } catch (error) {
    if (error instanceof RenderInputError && error.code === 'LAT_RND_NO_ROWS') return `<p class="note">No ${name} figure: ${escapeXml(error.message)}</p>`
    throw error
  }
}

const script = [
  "const button = document.getElementById('theme')",
  "const dark = matchMedia('(prefers-color-scheme: dark)').matches",
  "document.documentElement.dataset.theme = dark ? 'dark' : 'light'",
  'button.hidden = false',
  "button.addEventListener('click', () => {",
  "  const root = document.documentElement.dataset",
  "  root.theme = root.theme === 'dark' ? 'light' : 'dark'",
  '})',
].join('\n')
