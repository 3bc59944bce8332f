import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runWords } from '../run-words.js'

const target = 'http://127.0.0.1:1/'
const certificate = fileURLToPath(new URL('../inputs/localhost-cert.pem', import.meta.url))

describe('loadgen export', () => {
  it.each(['k6', 'vegeta'])('prints for %s what needs no address of this machine, with --allow-remote', async (engine) => {
    const { exitCode, out } = await runWords(['export', engine, '--allow-remote', 'https://gateway.invalid/'])
    expect([exitCode, out]).toEqual([0, expect.stringContaining('https://gateway.invalid/')])
  })

  describe.each(['k6', 'vegeta'])('%s', (engine) => {
    it.each([
      ['another scheme', ['ftp://127.0.0.1/'], 'neither http nor https'],
      ['no scheme', ['127.0.0.1:8080'], 'add http://'],
      ['a rate of 0', ['--rate', '0', target], '--rate: must be above 0'],
      ['no slots', ['--slots', '0', target], '--slots: must be at least 1'],
      ['a header of the generator', ['-H', 'connection: close', target], 'sets connection'],
      ['a target on another machine', ['http://192.0.2.1/'], '--allow-remote'],
      ['a rate below every unit', ['--rate', '1e-10', target], 'too low'],
      ['Poisson arrivals', ['--poisson', target], '--poisson (neither'],
      ['a shard', ['--shard', '0/2', target], '--shard (neither'],
      ['a closed loop', ['--closed', '5', target], '--closed (an export'],
      ['a judged answer', ['--expect', 'sse', target], '--expect (k6 and vegeta look at the status alone'],
    ])('refuses %s, as a run would', async (_what, words, named) => {
      expect(await runWords(['export', engine, ...words])).toEqual({ exitCode: 2, out: '', err: expect.stringContaining(named) })
    })
  })

  it('names every option it cannot keep', async () => {
    const { err } = await runWords(['export', 'k6', '--poisson', '--start-at', '5', '--json', target])
    for (const name of ['--poisson', '--start-at', '--json']) expect(err).toContain(`${name} (`)
  })

  it('gives vegeta the certificates to trust, and refuses them for k6', async () => {
    const vegeta = await runWords(['export', 'vegeta', '--ca', certificate, 'https://127.0.0.1/'])
    expect([vegeta.exitCode, vegeta.out]).toEqual([0, expect.stringMatching(/-----BEGIN CERTIFICATE-----[\s\S]*-----END CERTIFICATE-----' > "\$ca"[\s\S]*-root-certs "\$ca"/)])
    expect(await runWords(['export', 'k6', '--ca', certificate, 'https://127.0.0.1/'])).toEqual({ exitCode: 2, out: '', err: expect.stringContaining('SSL_CERT_FILE') })
  })

  it('refuses a gap for vegeta alone', async () => {
    expect((await runWords(['export', 'vegeta', '--gap', '1s', target])).err).toContain('--gap')
    expect((await runWords(['export', 'k6', '--gap', '1s', target])).out).toContain('"startTime": "3000ms"')
  })
})
