import { escapeMarkdown } from '../text/escape-markdown.js'
import { layOut } from './lay-out.js'
import type { Table } from './table.js'

/**
 * A table as GitHub markdown: bold title, table, what its rows share, notes, with the blank lines a parser needs.
 *
 * @throws {RenderInputError} when a row lacks its payload, rate, n, estimator or run
 */
export function markdownTable(table: Table): string {
  const { title, shared, columns, rows, notes } = layOut(table)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ')
  const blocks = [
    `**${escapeMarkdown(title)}**`,
    [
      line(columns.map(({ heading }) => escapeMarkdown(heading))),
      line(columns.map(({ align }) => (align === 'right' ? '---:' : ':---'))),
      ...rows.map((row) => line(row.map(escapeMarkdown))),
    ].join('\n'),
    ...(shared.length > 0 ? [shared.map(escapeMarkdown).join(' · ')] : []),
    ...notes.map(escapeMarkdown),
  ]
  return `${blocks.join('\n\n')}\n`
}
