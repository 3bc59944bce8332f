import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import { der } from './der.js'

export interface RunCertificates {
  /** The authority a client has to trust; its key is forgotten when this returns. */
  readonly caPem: string
  readonly certificatePem: string
  readonly keyPem: string
}

const OID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
  subjectKeyIdentifier: '2.5.29.14',
  authorityKeyIdentifier: '2.5.29.35',
  serverAuth: '1.3.6.1.5.5.7.3.1',
}
const LIFETIME_MS = 7 * 24 * 3600 * 1000
/** Clocks of a container and its host may differ a little. */
const BACKDATED_MS = 3600 * 1000
/** Bits of the key usage extension, the most significant one first. */
const KEY_CERT_SIGN = { byte: 0x04, unusedBits: 2 }
const DIGITAL_SIGNATURE = { byte: 0x80, unusedBits: 7 }

interface Certificate {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerPublicKey: KeyObject
  readonly issuerKey: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: Date
}

/**
 * Makes an authority for this run and a certificate for the given names and addresses (RFC 5280, ECDSA P-256).
 *
 * Valid for a week; nothing is kept, so trusting it trusts this run only.
 */
export function createRunCertificates(hosts: readonly string[], now: Date = new Date()): RunCertificates {
  const ca = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = `lat-mockupstream run ${randomBytes(4).toString('hex')}`
  const signing = { issuer, issuerPublicKey: ca.publicKey, issuerKey: ca.privateKey, now }
  const caBytes = certificate({ ...signing, subject: issuer, publicKey: ca.publicKey, extensions: [extension(OID.basicConstraints, der.sequence(der.true()), true), keyUsage(KEY_CERT_SIGN)] })
  const leafBytes = certificate({
    ...signing,
    subject: 'lat-mockupstream',
    publicKey: leaf.publicKey,
    extensions: [
      extension(OID.basicConstraints, der.sequence(), true),
      keyUsage(DIGITAL_SIGNATURE),
      extension(OID.extendedKeyUsage, der.sequence(der.oid(OID.serverAuth))),
      extension(OID.subjectAltName, der.sequence(...hosts.map((host) => (isIP(host) === 0 ? der.tagged(2, Buffer.from(host, 'latin1'), false) : der.tagged(7, addressBytes(host), false))))),
    ],
  })
  return { caPem: pem(caBytes), certificatePem: pem(leafBytes), keyPem: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function certificate({ subject, publicKey, issuer, issuerPublicKey, issuerKey, extensions, now }: Certificate): Buffer {
  const algorithm = der.sequence(der.oid(OID.ecdsaWithSha256))
  const identifiers = [
    extension(OID.subjectKeyIdentifier, der.octets(keyIdentifier(publicKey))),
    extension(OID.authorityKeyIdentifier, der.sequence(der.tagged(0, keyIdentifier(issuerPublicKey), false))),
  ]
  const content = der.sequence(
    der.tagged(0, der.integer(Buffer.of(2))),
    der.integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name(issuer),
    der.sequence(der.time(new Date(now.getTime() - BACKDATED_MS)), der.time(new Date(now.getTime() + LIFETIME_MS))),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der.tagged(3, der.sequence(...extensions, ...identifiers)),
  )
  return der.sequence(content, algorithm, der.bits(sign('sha256', content, issuerKey)))
}

function name(commonName: string): Buffer {
  return der.sequence(der.set(der.sequence(der.oid(OID.commonName), der.utf8(commonName))))
}

function extension(oid: string, value: Buffer, critical = false): Buffer {
  return der.sequence(der.oid(oid), ...(critical ? [der.true()] : []), der.octets(value))
}

function keyUsage({ byte, unusedBits }: { readonly byte: number; readonly unusedBits: number }): Buffer {
  return extension(OID.keyUsage, der.bits(Buffer.of(byte), unusedBits), true)
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha256').update(key.export({ type: 'spki', format: 'der' })).digest().subarray(0, 20)
}

function addressBytes(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from(host.split('.').map(Number))
  const [front = '', back] = host.split('::')
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const left = groups(front)
  const right = back === undefined ? [] : groups(back)
  const words = [...left, ...Array.from({ length: back === undefined ? 0 : 8 - left.length - right.length }, () => 0), ...right]
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]))
}

function pem(bytes: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
}
