import { escapeXml } from '../text/escape-xml.js'
import { element } from './element.js'
import { fontStack } from './sheet.js'
import type { Scene } from './sheet.js'

/**
 * A scene as one SVG document with a title and a description for those who cannot see it. The same scene gives
 * the same bytes everywhere. `id` keeps documents apart that stand in one page.
 */
export function writeSvg({ width, height, theme, title, description, marks }: Scene, id: string): string {
  return `${element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-title ${id}-desc`, 'font-family': fontStack, 'font-size': 12 },
    element('title', { id: `${id}-title` }, escapeXml(title)),
    element('desc', { id: `${id}-desc` }, escapeXml(description)),
    element('rect', { width, height, fill: theme.background }),
    ...marks.map(({ svg }) => `\n${svg}`),
  )}\n`
}
