import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { certificateFault } from '../../src/command/certificate-fault.js'
import { runWords } from '../run-words.js'

const path = (name: string): string => fileURLToPath(new URL(`../inputs/${name}`, import.meta.url))
const certificate = readFileSync(path('localhost-cert.pem'), 'utf8')

describe('certificateFault', () => {
  it('has nothing against one certificate or several, with text around them', () => {
    expect([certificateFault(certificate), certificateFault(`# ours\n${certificate}\n${certificate}`)]).toEqual([null, null])
  })

  it.each([
    ['nothing', '', 'no PEM certificate'],
    ['a private key', readFileSync(path('localhost-key.pem'), 'utf8'), 'but a private key'],
    ['a certificate that is cut off', certificate.slice(0, 200), 'no complete block'],
    ['a second certificate that is damaged', `${certificate}${certificate.replace('MIIB', 'AAAA')}`, 'number 2 of 2'],
  ])('names %s', (_what, pem, named) => {
    expect(certificateFault(pem)).toContain(named)
  })
})

describe('loadgen', () => {
  it('refuses --ca without a certificate, naming the file', async () => {
    const key = path('localhost-key.pem')
    expect(await runWords(['--ca', key, 'https://127.0.0.1:1/'])).toEqual({ exitCode: 2, out: '', err: expect.stringContaining(`--ca ${key} holds no PEM certificate but a private key`) })
  })
})
