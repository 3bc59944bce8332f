// Decides where a release may go. Pure: what the files and the environment say is handed in.

const withSlash = (url) => (url.endsWith('/') ? url : `${url}/`)

function registryFault(text) {
  if (text === undefined || text === '') return 'No registry is named. Say where with --registry URL; there is no default, and no file or variable stands in for it.'
  if (!URL.canParse(text)) return `--registry ${text} is not a URL.`
  const { protocol, username, password, search, hash } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return `--registry ${text} has the scheme ${protocol} where http: or https: is needed.`
  if (username !== '' || password !== '') return '--registry holds a user name or a password. Put a token in your own npmrc instead.'
  if (search !== '' || hash !== '') return `--registry ${text} holds more than a scheme, a host, a port and a path.`
  return null
}

/**
 * Where to publish, or every reason not to.
 *
 * A plain `registry=` says where installs come from, and --registry on the command line outranks it. What would outrank or
 * sidestep --registry is a registry of the scope, or one in a package's `publishConfig`: these must not name another place.
 *
 * @param {string | undefined} registry what followed --registry
 * @param {readonly { file: string, manifest: { name: string, publishConfig?: Record<string, unknown> } }[]} manifests
 * @param {readonly { source: string, key: string, value: string }[]} settings every npm setting found, and where
 * @returns {{ registry: string } | { refusals: string[] }}
 */
export function releaseDestination(registry, manifests, settings) {
  const fault = registryFault(registry)
  if (fault !== null) return { refusals: [fault] }
  const named = withSlash(new URL(registry).href)
  const elsewhere = (value) => !URL.canParse(String(value)) || withSlash(new URL(String(value)).href) !== named
  const scopeKeys = new Set(manifests.map(({ manifest }) => `${manifest.name.split('/')[0]}:registry`))
  const refusals = [
    ...manifests.flatMap(({ file, manifest }) =>
      Object.entries(manifest.publishConfig ?? {})
        .filter(([key, value]) => (key === 'registry' || scopeKeys.has(key)) && elsewhere(value))
        .map(([key, value]) => `${file}: publishConfig.${key} is ${value}, not ${named}. Remove it.`)),
    ...settings
      .filter(({ key, value }) => scopeKeys.has(key) && elsewhere(value))
      .map(({ source, key, value }) => `${source}: ${key} is ${value}, not ${named}. Remove it, or name that registry.`),
  ]
  return refusals.length > 0 ? { refusals } : { registry: named }
}

/** The `key = value` lines of an npmrc, comments and sections left out. */
export function npmrcSettings(text, source) {
  return text.split(/\r?\n/)
    .map((line) => /^\s*([^#;[\s=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, key, value]) => ({ source, key, value: value.replace(/^(["'])(.*)\1$/, '$2') }))
}

/** npm settings of the environment: `npm_config_registry` and `NPM_CONFIG_@scope:registry` alike. */
export function environmentSettings(env) {
  return Object.entries(env)
    .map(([name, value]) => ({ source: `environment variable ${name}`, key: /^npm_config_(.+)$/i.exec(name)?.[1]?.toLowerCase(), value: value ?? '' }))
    .filter(({ key }) => key !== undefined)
}
