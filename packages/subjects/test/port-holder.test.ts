import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort, portHolder, requireFreePort, type SubjectFailure, type PortSystem } from '../src/index.js'

const nothing: PortSystem = { platform: 'linux', readFile: () => null, list: () => [], readLink: () => null, run: async () => '' }

// Captured on Linux 6.18: a listener on 127.0.0.1:18080 (46A0), a connection to it, and another listener.
const tcp = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:46A0 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 91177 1 0000000000000000 100 0 0 10 0
   1: 0100007F:46A0 0100007F:D2F4 01 00000000:00000000 00:00000000 00000000     0        0 91180 1 0000000000000000 20 4 30 10 -1
   2: 00000000:07E8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 7011 1 0000000000000000 100 0 0 10 0
`
const tcp6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000000000000:46A1 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 91300 1 0000000000000000 100 0 0 10 0
`
const linux: PortSystem = {
  ...nothing,
  readFile: (path) => ({ '/proc/net/tcp': tcp, '/proc/net/tcp6': tcp6, '/proc/412/cmdline': 'nginx: master process nginx\0-c\0/a b/nginx.conf\0', '/proc/413/cmdline': '', '/proc/413/comm': 'kworker\n' })[path] ?? null,
  list: (directory) => ({ '/proc': ['413', 'net', '412', '1'], '/proc/412/fd': ['0', '6'], '/proc/413/fd': ['6', '7'] })[directory] ?? [],
  readLink: (path) => ({ '/proc/412/fd/0': '/dev/null', '/proc/412/fd/6': 'socket:[91177]', '/proc/413/fd/6': 'socket:[91177]', '/proc/413/fd/7': 'socket:[91300]' })[path] ?? null,
}

describe('portHolder', () => {
  it('finds the listener on Linux, the master before its workers', async () => {
    expect(await portHolder(18080, linux)).toEqual({ pid: 412, command: 'nginx: master process nginx -c /a b/nginx.conf' })
  })

  it('finds a listener on all addresses of both families', async () => {
    expect(await portHolder(18081, linux)).toEqual({ pid: 413, command: 'kworker' })
  })

  it('says that a port is held when it may not see by whom', async () => {
    expect(await portHolder(2024, linux)).toEqual({ pid: null, command: null })
  })

  it('is null for a port nobody listens on', async () => {
    expect(await portHolder(53992, linux)).toBeNull()
    expect(await portHolder(80, nothing)).toBeNull()
  })

  it('finds the listener on macOS with lsof and ps', async () => {
    const asked: string[] = []
    const darwin: PortSystem = {
      ...nothing,
      platform: 'darwin',
      run: async (file, args) => {
        asked.push([file, ...args].join(' '))
        return file === 'lsof' ? 'p4711\ncnode\nf20\n' : 'node gateway.mjs --port 18080\n'
      },
    }
    expect(await portHolder(18080, darwin)).toEqual({ pid: 4711, command: 'node gateway.mjs --port 18080' })
    expect(asked).toEqual(['lsof -nP -iTCP:18080 -sTCP:LISTEN -Fpc', 'ps -o command= -p 4711'])
  })

  it('falls back to the short name when the macOS process is gone by then', async () => {
    const run = async (file: string) => (file === 'lsof' ? 'p4711\ncnode\nf20\n' : '')
    expect(await portHolder(18080, { ...nothing, platform: 'darwin', run })).toEqual({ pid: 4711, command: 'node' })
    expect(await portHolder(18080, { ...nothing, platform: 'darwin' })).toBeNull()
  })

  it('finds this very process', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await portHolder(port)).toMatchObject({ pid: process.pid })
    server.close()
  })
})

describe('requireFreePort', () => {
  it('accepts a free port', async () => {
    await expect(requireFreePort(await freePort(), 'the subject')).resolves.toBeUndefined()
  })

  it.each(['127.0.0.1', '0.0.0.0', '::'])('names the process that listens on %s', async (host) => {
    const script = `require('net').createServer().listen(0, '${host}', function () { console.log(this.address().port) })`
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    const [text] = (await once(holder.stdout, 'data')) as [Buffer]
    const port = Number(text.toString())
    const error = await requireFreePort(port, 'the subject').catch((reason: unknown) => reason as SubjectFailure)
    holder.kill()
    expect(error).toMatchObject({ code: 'LAT_SUBJ_PORT_HELD', pid: holder.pid })
    expect((error as Error).message).toMatch(new RegExp(`^Port ${port} for the subject is held by pid ${holder.pid} \\(.*createServer`))
  })
})
