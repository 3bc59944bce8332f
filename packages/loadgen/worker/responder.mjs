// Responder of the canary: one fixed answer per request, nothing read. Plain JavaScript, because a thread
// without a loader starts ten times sooner.
import { createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'

const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined)
  socket.on('data', () => socket.write(answer))
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }))
parentPort.once('message', () => {
  server.close()
  parentPort.close()
})
