import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { evaluate } from '@lat/bands'
import { analyse, readRun } from '@lat/harness'
import { readmeSection, replaceBetweenMarkers } from '@lat/render'

/** The README with the table and the figure of a committed run between its markers. */
export async function withNewestResult(readme: string, dir: string): Promise<string> {
  const { facts, input } = await readRun(dir)
  const analysis = analyse(input)
  return replaceBetweenMarkers(readme, 'newest-result', `${readmeSection(analysis, evaluate(analysis, facts.profile))}\n\n${picture(dir)}`)
}

/** The overhead figure, in the theme of the reader. Its file name says ESTIMATE unless the run is evidence. */
function picture(dir: string): string {
  const light = readdirSync(dir).find((name) => /^overhead.*-light\.svg$/.test(name))
  const dark = light?.replace('-light.svg', '-dark.svg')
  if (light === undefined || dark === undefined || !existsSync(join(dir, dark))) throw new Error(`${dir} has no overhead figure in both themes.`)
  const alt = `${light.includes('ESTIMATE') ? 'ESTIMATE: ' : ''}distribution of latency direct, through the gateway forwarding, and through it enforcing, for each prompt size`
  return [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${join(dir, dark)}">`,
    `  <img alt="${alt}" src="${join(dir, light)}">`,
    '</picture>',
  ].join('\n')
}
