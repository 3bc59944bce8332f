const ALWAYS_INHERITED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ']

/**
 * Environment of a program under test: a short list of inherited names, then what was said explicitly.
 *
 * Everything else of the caller's environment stays out, so that a key, a proxy setting or a
 * `NODE_OPTIONS` of this shell cannot change what is measured.
 */
export function childEnvironment(
  explicit: Readonly<Record<string, string>> = {},
  inherit: readonly string[] = [],
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of [...ALWAYS_INHERITED, ...inherit]) {
    const value = from[name]
    if (value !== undefined) environment[name] = value
  }
  return { ...environment, ...explicit }
}
