import { createServer, type AddressInfo, type Server } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../src/index.js'

async function listen(port: number): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return server
}

describe('freePort', () => {
  it('names a port that can be opened, and another one the next time', async () => {
    const ports = [await freePort(), await freePort(), await freePort()]
    expect(new Set(ports).size).toBe(3)
    for (const port of ports) expect(((await listen(port)).address() as AddressInfo).port).toBe(port)
  })

  it('stays below the ports that Linux and macOS give to whoever asks for any', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()))
    expect(Math.min(...ports)).toBeGreaterThan(1023)
    expect(Math.max(...ports)).toBeLessThan(32_768)
  })

  it('passes over a port that somebody holds', async () => {
    const first = await freePort()
    await listen(first + 1)
    expect(await freePort()).not.toBe(first + 1)
  })
})
