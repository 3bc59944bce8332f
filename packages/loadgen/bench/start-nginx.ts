import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onCore, programPath } from './other-tools.js'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepts(port: number): Promise<void> {
  for (;;) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (connected) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export interface NginxSpec {
  /** Passes every request on to this origin instead of answering it. */
  readonly proxyTo?: string
  /** Keeps the worker on one core. */
  readonly core?: number
  /** Words before the command, such as a scheduling policy. */
  readonly under?: readonly string[]
}

export interface RunningNginx {
  readonly url: string
  stop(): Promise<void>
}

const ANSWER = `return 200 '{"id":"bench","choices":[{"message":{"content":"ok"}}]}';`

/** nginx with one worker that answers every request with a fixed 200, or passes it on; connections are kept for the whole benchmark. */
export async function startNginx({ proxyTo, core, under = [] }: NginxSpec = {}): Promise<RunningNginx> {
  const directory = mkdtempSync(join(tmpdir(), 'loadgen-nginx-'))
  const port = await freePort()
  const config = join(directory, 'nginx.conf')
  const upstream = proxyTo === undefined ? '' : `upstream next { server ${new URL(proxyTo).host}; keepalive 64; keepalive_requests 1000000000; }`
  const location = proxyTo === undefined ? ANSWER : `proxy_pass http://next; proxy_http_version 1.1; proxy_set_header Connection "";`
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${directory}/nginx.pid; error_log ${directory}/error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000; keepalive_timeout 1h; default_type application/json;
  client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/fastcgi; uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
  ${upstream}
  server { listen 127.0.0.1:${port}; location / { ${location} } }
}
`,
  )
  const [program, ...words] = [...(core === undefined ? [] : onCore(core)), ...under, programPath('nginx'), '-c', config, '-p', directory, '-e', `${directory}/error.log`]
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(child, 'exit')
  // A benchmark that fails must not leave its server behind.
  process.once('exit', () => child.kill('SIGTERM'))
  await Promise.race([accepts(port), gone.then(() => Promise.reject(new Error(`nginx ended at its start; see ${directory}/error.log`)))])
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill('SIGQUIT')
      await gone
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
