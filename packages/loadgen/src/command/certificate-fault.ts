import { X509Certificate } from 'node:crypto'

const blocks = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/** Why these are not certificates to trust, as the rest of a sentence about the file; `null` when they are. */
export function certificateFault(pem: string): string | null {
  const certificates = pem.match(blocks)
  if (certificates === null) {
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem) ? ' but a private key' : ''
    return `holds no PEM certificate${key}: no complete block that begins with -----BEGIN CERTIFICATE-----; a DER file has to be converted first`
  }
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate)
    } catch {
      return `holds a certificate that cannot be read, number ${index + 1} of ${certificates.length}; copy the file again`
    }
  }
  return null
}
