/** Status of one request whose answer is read to its end. @throws {TypeError} when nobody answers */
export async function askOnce(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, signal: AbortSignal.timeout(30_000) })
  await answer.arrayBuffer()
  return answer.status
}
