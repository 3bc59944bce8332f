const COLUMN_PX = 8
const LINE_PX = 19
const PAD_PX = 16
const INK = { default: '#d0d7de', green: '#3fb950', yellow: '#d29922', red: '#f85149', dim: '#8b949e' }
/** Colours that `doctorText` sets, and 22 and 39, which end them. */
const SET: Readonly<Record<string, keyof typeof INK>> = { 2: 'dim', 22: 'default', 31: 'red', 32: 'green', 33: 'yellow', 39: 'default' }

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A picture of what a terminal shows for a command: its text with the colours in it, as SVG that needs no font but any fixed one. */
export function terminalSvg(command: string, output: string): string {
  const rows = [`$ ${command}`, ...output.trimEnd().split('\n')].map((line) => {
    let ink: keyof typeof INK = 'default'
    let column = 0
    const spans = line.split('\u001B[').flatMap((part, index) => {
      const code = index === 0 ? null : /^(\d+)m/.exec(part)
      if (code !== null) ink = SET[code[1]!] ?? 'default'
      const text = code === null ? part : part.slice(code[0].length)
      const from = column
      column += text.length
      // Each run of words stands at its own column, so that the columns of the text stay columns in any font.
      return [...text.matchAll(/\S+(?: \S+)*/g)].map((words) => `<tspan x="${PAD_PX + (from + words.index) * COLUMN_PX}" fill="${INK[ink]}">${escaped(words[0])}</tspan>`)
    })
    return { spans, width: column }
  })
  const width = 2 * PAD_PX + COLUMN_PX * rows.reduce((most, row) => Math.max(most, row.width), 0)
  const height = 2 * PAD_PX + LINE_PX * rows.length
  const texts = rows.map(({ spans }, index) => `<text y="${PAD_PX + LINE_PX * (index + 0.75)}">${spans.join('')}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">\n<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>\n${texts.join('\n')}\n</svg>\n`
}
