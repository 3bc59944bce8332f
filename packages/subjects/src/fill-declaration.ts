import { SUBJECT_MODES, type Address, type Declaration, type SubjectMode } from './declaration.js'
import { SubjectInputError } from './errors.js'
import { fillPlaceholders, placeholdersOf } from './placeholders.js'
import { resolveBin } from './resolve-bin.js'
import { supportedModes } from './supported-modes.js'

export interface Filling {
  readonly port: number
  readonly upstreamUrl: string
  readonly mode: SubjectMode
  readonly stamp: string
  readonly directory: string
  /** Ports of `{port:NAME}`, by name. */
  readonly namedPorts: Readonly<Record<string, number>>
  /** File whose dependencies `{bin:PACKAGE}` means. */
  readonly resolveFrom: string | URL
}

/** A declaration for one mode, with nothing left to replace. */
export interface FilledDeclaration {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
  readonly ready: { readonly url: string; readonly status?: number | undefined } | { readonly line: true }
  readonly identity: { readonly url: string; readonly field: string } | null
  readonly requestUrl: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly versionArgv: readonly string[] | null
  /** File of the first `{bin:PACKAGE}` among the arguments. */
  readonly entry: string | null
}

/** Names of the further ports a declaration asks for with `{port:NAME}`. */
export function portNames(declaration: Declaration): readonly string[] {
  const names = placeholdersOf(JSON.stringify(declaration)).filter((name) => name.startsWith('port:'))
  return [...new Set(names.map((name) => name.slice('port:'.length)))]
}

/**
 * Replaces every placeholder of a declaration and joins in what differs in one mode.
 *
 * @throws {SubjectInputError} `LAT_SUBJ_MODE` for a mode the subject does not have, `LAT_SUBJ_BIN` for a package that is not there
 */
export function fillDeclaration(declaration: Declaration, filling: Filling): FilledDeclaration {
  const modes = supportedModes(declaration)
  if (!modes.includes(filling.mode)) {
    throw new SubjectInputError('LAT_SUBJ_MODE', `${declaration.name} has no mode "${filling.mode}", only ${modes.join(', ')}; a declaration gives a mode to it under "modes" (of ${SUBJECT_MODES.join(', ')}), or with the placeholder {mode}.`)
  }

  const upstream = new URL(filling.upstreamUrl)
  const words: Readonly<Record<string, string>> = {
    port: String(filling.port),
    upstreamUrl: filling.upstreamUrl.replace(/\/$/, ''),
    upstreamHost: upstream.hostname,
    upstreamPort: upstream.port === '' ? (upstream.protocol === 'https:' ? '443' : '80') : upstream.port,
    mode: filling.mode,
    stamp: filling.stamp,
    dir: filling.directory,
    node: process.execPath,
  }
  let entry: string | null = null
  const valueOf = (name: string): string => {
    if (name.startsWith('port:')) return String(filling.namedPorts[name.slice('port:'.length)]!)
    if (!name.startsWith('bin:')) return words[name]!
    const file = resolveBin(name.slice('bin:'.length), filling.resolveFrom)
    entry ??= file
    return file
  }
  const fill = (text: string) => fillPlaceholders(text, valueOf)
  const fillAll = (texts: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text)]))
  const base = `http://127.0.0.1:${filling.port}`
  const urlOf = (address: Address) => (address.url === undefined ? base + fill(address.path) : fill(address.url))

  const { ready, identity, request, versionArgv } = declaration
  const difference = declaration.modes?.[filling.mode] ?? {}
  return {
    argv: [...declaration.argv, ...(difference.argv ?? [])].map(fill),
    env: fillAll({ ...declaration.env, ...difference.env }),
    files: fillAll({ ...declaration.files, ...difference.files }),
    ready: 'line' in ready && ready.line ? { line: true } : { url: urlOf(ready as Address), status: (ready as { readonly status?: number }).status },
    identity: identity ? { url: urlOf(identity), field: identity.field } : null,
    requestUrl: base + fill(request.path),
    requestHeaders: fillAll(request.headers),
    versionArgv: versionArgv?.map(fill) ?? null,
    entry,
  }
}
