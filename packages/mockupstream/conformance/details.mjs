// The details that are taken away. Each makes, from the whole body, the parts a server writes; the first one changes nothing.
const STREAM = 'Content-Type: text/event-stream; charset=utf-8\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const ID = 'x-request-id: req_1\r\n'
const bytes = (text) => Buffer.from(text, 'utf8')
const CLOSE = 'Connection: close\r\n'
const headOf = (fields, version = '1.1') => Buffer.from(`HTTP/${version} 200 OK\r\n${fields}${ID}\r\n`)
/** Ends the connection behind the parts; without it, it stays open. */
export const FIN = 'fin'
export const RST = 'rst'
const chunk = (body) => Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
const LAST = Buffer.from('0\r\n\r\n')
const chunked = (pieces, type = STREAM) => [headOf(`${type}Transfer-Encoding: chunked\r\n`), ...pieces.filter((piece) => piece.length > 0).map(chunk), LAST]
const eventsOf = (body) => body.split(/(?<=\n\n)/)
const whole = (body) => chunked(eventsOf(body).map(bytes))

/** Changes events: given name and data of each, gives back one, several or none. */
const events = (change) => (body) => {
  const all = eventsOf(body).map((text) => ({ name: /^event: (.*)$/m.exec(text)?.[1] ?? null, data: /^data: (.*)$/m.exec(text)?.[1] ?? '' }))
  const changed = all.flatMap((event, index) => {
    const json = event.data.startsWith('{') ? JSON.parse(event.data) : null
    return change({ ...event, json }, index) ?? []
  })
  return chunked(changed.map(({ name, data, json }) => bytes(`${name === null ? '' : `event: ${name}\n`}data: ${json === null || json === undefined ? data : JSON.stringify(json)}\n\n`)))
}
/** Changes the JSON of every event. */
const json = (change) => events((event) => {
  if (event.json !== null) change(event.json)
  return event
})
const choice = (change) => json(({ choices }) => choices.forEach(change))
const drop = (matches) => events((event) => (matches(event) ? null : event))
const text = (change) => (body) => whole(change(body))
const isUsage = ({ json: chunkJson }) => chunkJson?.choices?.length === 0
const finishes = ({ json: chunkJson }) => chunkJson?.choices?.[0]?.finish_reason != null

/** The first two events in chunks, and no end. */
const begun = (body, type = STREAM) => chunked(eventsOf(body).slice(0, 2).map(bytes), type).slice(0, -1)

const FRAMING = [
  { name: 'lines ending in CRLF', change: (body) => chunked(eventsOf(body).map((event) => bytes(event.replaceAll('\n', '\r\n')))) },
  { name: 'lines ending in CR', change: (body) => chunked(eventsOf(body).map((event) => bytes(event.replaceAll('\n', '\r')))) },
  { name: 'no space behind `data:`', change: (body) => chunked(eventsOf(body).map((event) => bytes(event.replaceAll(/^data: /gm, 'data:')))) },
  { name: 'a comment before each event', change: (body) => chunked(eventsOf(body).map((event) => bytes(`: ping\n\n${event}`))) },
  { name: 'a byte order mark', change: text((body) => `\ufeff${body}`) },
  { name: 'no blank line at the end', change: (body) => whole(body.slice(0, -1)) },
  { name: 'one byte per chunk and write', change: (body) => chunked([...bytes(body)].map((byte) => Buffer.of(byte))) },
  { name: 'all events in one chunk', change: (body) => chunked([bytes(body)]) },
  { name: '`Content-Type: application/json`', change: (body) => chunked(eventsOf(body).map(bytes), JSON_TYPE) },
  { name: 'no `Content-Type`', change: (body) => chunked(eventsOf(body).map(bytes), '') },
  { name: '`Content-Length` instead of chunks', change: (body) => [headOf(`${STREAM}Content-Length: ${bytes(body).length}\r\n`), bytes(body)] },
  { name: 'neither: ended by closing', change: (body) => [headOf(STREAM + CLOSE), bytes(body), FIN] },
  { name: 'HTTP/1.0', change: (body) => [headOf(STREAM, '1.0'), bytes(body), FIN] },
  { name: 'cut after two events, chunked, FIN', change: (body) => [...begun(body), FIN] },
  { name: 'cut after two events, chunked, RST', change: (body) => [...begun(body), RST] },
  { name: 'the same with `Connection: close`, FIN', change: (body) => [...begun(body, STREAM + CLOSE), FIN] },
  { name: 'the same with `Connection: close`, RST', change: (body) => [...begun(body, STREAM + CLOSE), RST] },
  { name: 'cut after two events, ended by closing', change: (body) => [headOf(STREAM + CLOSE), ...eventsOf(body).slice(0, 2).map(bytes), FIN] },
  { name: 'a chunk size that is no number', change: (body) => [...begun(body), Buffer.from('zz\r\n')] },
  { name: 'broken JSON in the third event', change: events((event, index) => (index === 2 ? { ...event, json: null, data: '{"broken": ' } : event)) },
]
const WHOLE = { name: 'whole', change: whole }

export const OPENAI_DETAILS = [
  WHOLE,
  { name: 'no `[DONE]`', change: drop(({ data }) => data === '[DONE]') },
  { name: 'content behind `[DONE]`', change: (body) => whole(body + eventsOf(body)[1]) },
  { name: 'no usage chunk', change: drop(isUsage) },
  { name: 'usage chunk without `choices`', change: events((event) => {
    if (isUsage(event)) delete event.json.choices
    return event
  }) },
  { name: 'no role frame', change: drop(({ json: first }) => first?.choices?.[0]?.delta?.role !== undefined) },
  { name: 'no `role` in it', change: choice(({ delta }) => delete delta.role) },
  { name: 'no `choices[].index`', change: choice((each) => delete each.index) },
  { name: 'no chunk that finishes', change: drop(finishes) },
  { name: 'no `finish_reason: null` before it', change: choice((each) => each.finish_reason ?? delete each.finish_reason) },
  { name: 'no `delta` in the chunk that finishes', change: choice((each) => each.finish_reason && delete each.delta) },
  { name: 'no `logprobs`', change: choice((each) => delete each.logprobs) },
  ...['id', 'object', 'created', 'model'].map((key) => ({ name: `no \`${key}\``, change: json((chunkJson) => delete chunkJson[key]) })),
  { name: 'a field nobody knows', change: json((chunkJson) => (chunkJson.lat_unknown = 1)) },
  { name: 'an `event:` line before each', change: events((event) => ({ ...event, name: 'message' })) },
  { name: 'an error object as third event', change: events((event, index) => (index === 2 ? { ...event, json: { error: { message: 'overloaded', type: 'server_error', param: null, code: null } } } : event)) },
  ...FRAMING,
]

const call = (change) => choice(({ delta }) => delta.tool_calls?.forEach(change))

export const TOOL_DETAILS = [
  WHOLE,
  { name: 'no `index`', change: call((each) => delete each.index) },
  { name: 'no `id`', change: call((each) => delete each.id) },
  { name: 'no `type`', change: call((each) => delete each.type) },
  { name: 'no `function.name`', change: call((each) => delete each.function.name) },
  { name: 'no `arguments` in the first delta', change: call((each) => each.id && delete each.function.arguments) },
  { name: '`id` repeated in every delta', change: call((each) => (each.id ??= 'call_fake_2')) },
  { name: '`name` repeated in every delta', change: call((each) => (each.function.name ??= 'weather')) },
  { name: '`finish_reason: stop`', change: choice((each) => each.finish_reason && (each.finish_reason = 'stop')) },
  { name: 'no chunk that finishes', change: drop(finishes) },
]

const type = (name) => ({ json: event }) => event?.type === name
const of = (name, change) => json((event) => event.type === name && change(event))

export const ANTHROPIC_DETAILS = [
  WHOLE,
  { name: 'no `event:` lines', change: events((event) => ({ ...event, name: null })) },
  { name: 'another name in the `event:` lines', change: events((event) => ({ ...event, name: 'lat' })) },
  ...['message_start', 'content_block_start', 'content_block_stop', 'message_delta', 'message_stop'].map((name) => ({ name: `no \`${name}\``, change: drop(type(name)) })),
  ...['usage', 'id', 'model', 'role', 'content', 'stop_reason'].map((key) => ({ name: `no \`${key}\` in \`message_start\``, change: of('message_start', ({ message }) => delete message[key]) })),
  { name: 'no `index` in the block events', change: json((event) => delete event.index) },
  { name: 'no `usage` in `message_delta`', change: of('message_delta', (event) => delete event.usage) },
  { name: 'no `stop_sequence` in `message_delta`', change: of('message_delta', (event) => delete event.delta.stop_sequence) },
  { name: 'a `ping`', change: events((event, index) => (index === 1 ? [{ name: 'ping', json: { type: 'ping' } }, event] : event)) },
  { name: 'an event of an unknown type', change: events((event, index) => (index === 1 ? [{ name: 'lat_unknown', json: { type: 'lat_unknown' } }, event] : event)) },
  { name: '`[DONE]` at the end', change: (body) => whole(`${body}data: [DONE]\n\n`) },
  { name: 'an error event third', change: events((event, index) => (index === 2 ? { name: 'error', json: { type: 'error', error: { type: 'overloaded_error', message: 'overloaded' } } } : event)) },
  ...FRAMING,
]

const plain = (body, fields = JSON_TYPE) => [Buffer.from(`HTTP/1.1 200 OK\r\n${fields}${ID}Content-Length: ${bytes(body).length}\r\n\r\n`), bytes(body)]
const halved = (body, fields) => [...plain(body, fields).map((part, index) => (index === 1 ? part.subarray(0, 100) : part)), FIN]
const edited = (change) => (body) => {
  const answer = JSON.parse(body)
  change(answer)
  return plain(JSON.stringify(answer))
}

export const JSON_DETAILS = [
  { name: 'whole', change: (body) => plain(body) },
  { name: 'no `Content-Type`', change: (body) => plain(body, '') },
  { name: '`Content-Type: text/plain`', change: (body) => plain(body, 'Content-Type: text/plain\r\n') },
  { name: 'no `x-request-id`', change: (body) => plain(body).map((part) => Buffer.from(part.toString('latin1').replace(ID, ''), 'latin1')) },
  { name: 'no `usage`', change: edited((answer) => delete answer.usage) },
  ...['id', 'object', 'created', 'model'].map((key) => ({ name: `no \`${key}\``, change: edited((answer) => delete answer[key]) })),
  { name: 'no `choices[].index`', change: edited(({ choices }) => delete choices[0].index) },
  { name: 'no `message.role`', change: edited(({ choices }) => delete choices[0].message.role) },
  { name: 'no `finish_reason`', change: edited(({ choices }) => delete choices[0].finish_reason) },
  { name: 'chunks instead of `Content-Length`', change: (body) => chunked([bytes(body)], JSON_TYPE) },
  { name: 'neither: ended by closing', change: (body) => [headOf(JSON_TYPE + CLOSE), bytes(body), FIN] },
  { name: 'cut in the middle, `Content-Length`', change: (body) => halved(body, JSON_TYPE) },
  { name: 'the same with `Connection: close`', change: (body) => halved(body, JSON_TYPE + CLOSE) },
  { name: 'cut in the middle, ended by closing', change: (body) => [headOf(JSON_TYPE + CLOSE), bytes(body).subarray(0, 100), FIN] },
]
