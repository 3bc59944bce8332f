/** First process in the output of `lsof -F pc`: one field per line, its letter first. */
export function parseLsof(text: string): { readonly pid: number; readonly command: string } | null {
  let pid: number | null = null
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    if (line.startsWith('c') && pid !== null && Number.isInteger(pid)) return { pid, command: line.slice(1) }
  }
  return null
}
