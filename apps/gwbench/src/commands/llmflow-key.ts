import { GwbenchInputError } from '../errors.js'
import { createKeyFile } from '../key/create-key-file.js'
import { findKey } from '../key/find-key.js'
import { readKeyFile } from '../key/read-key-file.js'
import { Secret } from '../key/secret.js'
import { optionReader } from '../options/option-reader.js'
import { fromCaller } from '../run/locate.js'
import { printLine } from '../run/print-line.js'

export interface RawKeyOptions {
  readonly admin?: unknown
  readonly masterKeyFile?: unknown
  readonly out?: unknown
  readonly path?: unknown
  readonly field?: unknown
  readonly name?: unknown
  readonly allowRemote?: unknown
  readonly json?: unknown
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const TIMEOUT_MS = 30_000

/** Has a gateway make a virtual key through its admin API and puts it into a file of mode 0600; neither key is ever printed. */
export async function llmflowKeyCommand(raw: RawKeyOptions): Promise<number> {
  const reader = optionReader()
  const needed = (name: string, value: unknown, what: string) => (value === undefined ? (reader.fault(`--${name} is missing: ${what}`), '') : reader.text(name, value, ''))
  const admin = needed('admin', raw.admin, 'the address of the gateway, such as http://127.0.0.1:18080')
  const masterKeyFile = needed('master-key-file', raw.masterKeyFile, 'the file that holds the master key')
  const out = needed('out', raw.out, 'the file to make for the new key')
  const path = reader.text('path', raw.path, '/admin/keys')
  const field = raw.field === undefined ? null : reader.text('field', raw.field, '')
  const name = reader.text('name', raw.name, 'gwbench')
  const url = URL.canParse(path, admin) ? new URL(path, admin) : null
  if (admin !== '' && (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')) reader.fault('--admin is an http or https address without a user name or password')
  else if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname) && raw.allowRemote !== true) reader.fault('--admin is on another machine and not https: the master key would travel in the clear; --allow-remote permits it')
  reader.finish()

  const master = readKeyFile('master', masterKeyFile, fromCaller(masterKeyFile))
  const file = createKeyFile(fromCaller(out))
  try {
    const key = await makeKey(url!, master, name, field)
    file.write(key.reveal())
  } catch (error) {
    file.discard()
    throw error
  }
  printLine(raw.json === true ? JSON.stringify({ name: 'llmflow-key', file: fromCaller(out), keyName: name }) : `key "${name}" written to ${fromCaller(out)} (mode 0600)`)
  return 0
}

async function makeKey(url: URL, master: Secret, name: string, field: string | null): Promise<Secret> {
  const refuse = (what: string, cause?: unknown) => new GwbenchInputError('LAT_GWBENCH_ADMIN', `${url.origin}${url.pathname} ${what}`, cause === undefined ? undefined : { cause })
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${master.reveal()}` },
      body: JSON.stringify({ name }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    throw refuse(`cannot be reached (${(cause as { cause?: { code?: string } }).cause?.code ?? (cause as Error).name}).`)
  }
  // The answer is never quoted: it holds a key, or repeats one.
  if (answer.status < 200 || answer.status > 299) throw refuse(`answered ${answer.status}. The admin path of your gateway is given with --path (LiteLLM: /key/generate).`)
  const body: unknown = await answer.json().catch(() => null)
  const key = findKey(body, field)
  if (key === null) throw refuse(`answered ${answer.status} without a key ${field === null ? 'in any of the usual fields; name its field with --field' : `in its field "${field}"`}.`)
  return new Secret(key)
}
