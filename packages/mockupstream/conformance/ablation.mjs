// Takes one detail of the wire away at a time and writes down which client notices, and how.
//
// node ablation.mjs            writes docs/methodology/wire-details.md
// node ablation.mjs --check    compares with it, and exits 1 when a client behaves otherwise
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { ANTHROPIC_DETAILS, FIN, JSON_DETAILS, OPENAI_DETAILS, RST, TOOL_DETAILS } from './details.mjs'
import { anthropicClients, jsonClients, openaiClients, toolClients } from './observers.mjs'
import { startFake } from './start-upstream.mjs'

globalThis.AI_SDK_LOG_WARNINGS = false
console.error = () => undefined
// Clients reject promises of streams nobody waits for any more.
process.on('unhandledRejection', () => undefined)
const TABLES = new URL('../../../docs/methodology/wire-details.md', import.meta.url)
const MESSAGES = [{ role: 'user', content: 'alpha beta gamma' }]
const TOOL_SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

/** Answers every request with the bytes given, one write for each part. */
async function serveBytes(parts) {
  const sockets = new Set()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    let request = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', async (bytes) => {
      request += bytes.toString('latin1')
      const end = request.indexOf('\r\n\r\n')
      const length = Number(/content-length: *(\d+)/i.exec(request)?.[1] ?? 0)
      if (end < 0 || request.length < end + 4 + length) return
      request = ''
      for (const part of parts) {
        if (part === RST) setTimeout(() => socket.resetAndDestroy(), 20)
        else if (part === FIN) socket.end()
        else socket.write(part)
        await new Promise(setImmediate)
      }
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function observe(client, parts) {
  const server = await serveBytes(parts)
  const limit = new Promise((resolve) => setTimeout(() => resolve({ failure: 'never ends' }), 4000).unref())
  const seen = await Promise.race([client(server.url).catch((error) => ({ failure: brief(error) })), limit])
  server.close()
  return seen
}

function brief(error) {
  const message = (error instanceof Error ? error.message : (error?.message ?? JSON.stringify(error))).split('\n')[0].replaceAll('|', '/').replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
  return message.length > 48 ? `${message.slice(0, 45)}...` : message
}

/** What the client says compared with what it says of the whole answer. */
function verdict(whole, seen) {
  if (seen.failure !== undefined) return `**fails**: ${seen.failure}`
  const lost = Object.keys(whole).filter((key) => JSON.stringify(whole[key]) !== JSON.stringify(seen[key]))
  return lost.length === 0 ? 'same' : lost.map((key) => (seen[key] === null || seen[key] === undefined ? `no ${key}` : `other ${key}`)).join(', ')
}

async function table(title, details, clients, answer) {
  const names = Object.keys(clients)
  const rows = []
  const whole = {}
  for (const name of names) whole[name] = await observe(clients[name], details[0].change(answer))
  for (const name of names) if (whole[name].failure !== undefined) throw new Error(`${title}: ${name} does not read the whole answer: ${whole[name].failure}`)
  for (const { name, change } of details.slice(1)) {
    const cells = []
    for (const client of names) cells.push(verdict(whole[client], await observe(clients[client], change(answer))))
    rows.push(`| ${name} | ${cells.join(' | ')} |`)
  }
  return `## ${title}\n\n| without, or with | ${names.join(' | ')} |\n|---|${'---|'.repeat(names.length)}\n${rows.join('\n')}\n`
}

const upstream = await startFake({ reply: 'one two 你好 four' })
const ask = async (path, body) => {
  const answer = await fetch(`${upstream.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  return Buffer.from(await answer.arrayBuffer()).toString('utf8')
}
const openai = await ask('/v1/chat/completions', { messages: MESSAGES, stream: true, stream_options: { include_usage: true } })
const tools = await ask('/v1/chat/completions', { messages: MESSAGES, stream: true, tool_choice: 'required', tools: [{ type: 'function', function: { name: 'weather', parameters: TOOL_SCHEMA } }] })
const anthropic = await ask('/v1/messages', { messages: MESSAGES, stream: true })
const json = await ask('/v1/chat/completions', { messages: MESSAGES })
await upstream.close()

const versions = Object.entries(createRequire(import.meta.url)('./package.json').dependencies).filter(([name]) => name !== 'zod').map(([name, exact]) => `${name} ${exact}`).join(', ')
const text = [
  `# Which details of the wire each client needs

Written by \`packages/mockupstream/conformance/ablation.mjs\`; not by hand. Each row takes one detail of an answer of
\`lat-mockupstream fake\` away, or adds one, and each column is a client that reads the result: "same" when it reports what it
reports of the whole answer (text, finish reason, token counts, tool call), "no usage" and the like when it silently reports less,
"**fails**" when it throws. A gateway has to keep what is not "same", and may meet everything that is.

Two rows surprise: with \`Connection: close\` a stream cut between its chunks is no error to any of these clients, because the
HTTP client below them (undici) takes the close for the end; without that field it is. And a tool call or a text without its
\`finish_reason\` is an error to some and an ordinary end to others. So keep connections open, and end every stream in full.

Clients: ${versions}; Node ${process.versions.node.split('.').slice(0, 2).join('.')}.
`,
  await table('OpenAI chat completion, streamed', OPENAI_DETAILS, openaiClients, openai),
  await table('OpenAI tool call, streamed', TOOL_DETAILS, toolClients, tools),
  await table('Anthropic message, streamed', ANTHROPIC_DETAILS, anthropicClients, anthropic),
  await table('OpenAI chat completion, whole', JSON_DETAILS, jsonClients, json),
].join('\n')
if (process.argv.includes('--check')) {
  const same = readFileSync(TABLES, 'utf8') === text
  console.log(same ? 'docs/methodology/wire-details.md is what the clients do' : 'docs/methodology/wire-details.md is not what the clients do: run ablation.mjs')
  process.exit(same ? 0 : 1)
}
writeFileSync(TABLES, text)
process.exit(0)
