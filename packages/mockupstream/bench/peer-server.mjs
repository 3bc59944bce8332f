// The handler of replay on node:http, as one would write it: the body parsed, the fixture sent, one res.write per event.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const directory = process.argv[2]
const fixture = (name) => readFileSync(join(directory, name))
const json = fixture('openai-chat.json')
const events = fixture('openai-chat.sse').toString('utf8').split(/(?<=\n\n)/)

const server = createServer((request, response) => {
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
      for (const event of events) response.write(event)
      response.end()
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length })
      response.end(json)
    }
  })
})
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
