import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

export interface Question {
  readonly path?: string
  readonly method?: string
  readonly agent?: string | null
  readonly headers?: OutgoingHttpHeaders
  readonly body?: unknown
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export const chat = (fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> =>
  ({ model: 'gpt-4o-mini', max_tokens: 10, messages: [{ role: 'user', content: 'hello there' }], ...fields })

/** Sends one request on a connection of its own and hands over the answer as soon as its head is there. */
export function open(url: string, question: Question = {}): Promise<IncomingMessage> & { readonly abort: () => void } {
  const { path = '/openai/v1/chat/completions', method = 'POST', agent = 'bench', headers = {}, body = chat() } = question
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
  const outgoing = request(url + path, {
    method,
    agent: false,
    headers: { ...(headers['transfer-encoding'] === undefined && { 'content-length': bytes.length }), ...(agent !== null && { 'x-lat-agent': agent }), ...headers },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
  })
  outgoing.end(method === 'GET' ? undefined : bytes)
  return Object.assign(answered, { abort: () => { outgoing.destroy() } })
}

/** The rest of an answer's body; rejects when it breaks off. */
export async function readAll(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Sends one request and waits for the whole answer. */
export async function ask(url: string, question: Question = {}): Promise<Answered> {
  const answer = await open(url, question)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readAll(answer) }
}
