import { escapeXml } from '../text/escape-xml.js'
import { layOut } from './lay-out.js'
import type { Table } from './table.js'

/**
 * A table as an HTML section; the page brings the styles.
 *
 * @throws {RenderInputError} when a row lacks its payload, rate, n, estimator or run
 */
export function htmlTable(table: Table): string {
  const { title, shared, columns, rows, notes } = layOut(table)
  const head = columns.map(({ heading, align }) => `<th scope="col" class="${align}">${escapeXml(heading)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map((text, index) => `<td class="${columns[index]!.align}">${escapeXml(text)}</td>`).join('')}</tr>`)
  return [
    `<section id="table-${escapeXml(table.name)}">`,
    `<h2>${escapeXml(title)}</h2>`,
    `<p class="shared">${shared.map(escapeXml).join(' · ')}</p>`,
    `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>`,
    ...body,
    '</tbody></table></div>',
    ...notes.map((note) => `<p class="note">${escapeXml(note)}</p>`),
    '</section>',
    '',
  ].join('\n')
}
