/** Lines of a table: the first column to the left, all others to the right, two blanks between them. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, [...text].length)))
  return rows.map((row) =>
    row
      .map((text, column) => {
        const space = ' '.repeat(widths[column]! - [...text].length)
        return column === 0 ? text + space : space + text
      })
      .join('  ')
      .trimEnd(),
  )
}
