import { printable } from '../text/printable.js'
import { layOut } from './lay-out.js'
import type { Table } from './table.js'

const widthOf = (text: string) => [...text].length

/**
 * A table as aligned plain text, each line ending in its last visible character.
 *
 * @throws {RenderInputError} when a row lacks its payload, rate, n, estimator or run
 */
export function plainTable(table: Table): string {
  const { title, shared, columns, rows, notes } = layOut(table)
  const lines = [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(printable))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index]!))))

  const align = (line: readonly string[]) =>
    line
      .map((text, index) => {
        const space = ' '.repeat(widths[index]! - widthOf(text))
        return columns[index]!.align === 'right' ? space + text : text + space
      })
      .join('  ')
      .trimEnd()
  const [head, ...body] = lines.map(align)
  const rule = '-'.repeat(Math.max(...lines.map((line) => widthOf(align(line)))))

  return [printable(title), ...shared.map(printable), '', head, rule, ...body, ...(notes.length > 0 ? [''] : []), ...notes.map(printable)].join('\n') + '\n'
}
