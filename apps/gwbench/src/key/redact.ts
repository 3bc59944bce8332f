const secrets = new Set<string>()

/** A placeholder such as "x" is no secret, and taking it out would leave nothing readable. */
const SHORTEST_SECRET = 5

/** From now on `redact` takes this text out of everything. */
export function keepOutOfOutput(text: string): void {
  if (text.length >= SHORTEST_SECRET) secrets.add(text)
}

/**
 * The text without any key this process has read: the last fence before stdout, stderr and files, for what
 * a gateway or a library may have put into a message.
 *
 * Also finds a key as JSON, as part of a URL, and as base64.
 */
export function redact(text: string): string {
  let clean = text
  for (const secret of secrets) {
    const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64]) clean = clean.replaceAll(form, '[key]')
  }
  return clean
}
