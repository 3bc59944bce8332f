// Letters and digits only between the braces: `events { worker_connections 64; }` and JSON are left alone.
const PATTERN = /\{\{([a-z][A-Za-z0-9]*(?::[^{}\s]+)?)\}\}|\{([a-z][A-Za-z0-9]*(?::[^{}\s]+)?)\}/g

const WORDS = ['port', 'upstreamUrl', 'upstreamHost', 'upstreamPort', 'mode', 'stamp', 'dir', 'node']

/** Placeholders with an argument after a colon. */
const FAMILIES = ['port', 'bin']

/** Names between the braces of all placeholders of a template, known or not, in order. */
export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(PATTERN)].map((match) => match[2]).filter((name) => name !== undefined)
}

/** Whether a name between braces means something. */
export function isPlaceholder(name: string): boolean {
  const [family, argument] = name.split(':', 2)
  return argument === undefined ? WORDS.includes(name) : FAMILIES.includes(family!)
}

/** All placeholders, as they stand in a message. */
export const PLACEHOLDER_LIST = [...WORDS.map((word) => `{${word}}`), '{port:NAME}', '{bin:PACKAGE}'].join(' ')

/**
 * Replaces the placeholders of a template; `{{word}}` becomes the text `{word}`.
 *
 * @example fillPlaceholders('{mode} on {port}', (name) => ({ mode: 'enforce', port: '80' })[name]!) // 'enforce on 80'
 */
export function fillPlaceholders(template: string, valueOf: (name: string) => string): string {
  return template.replace(PATTERN, (_match, literal: string | undefined, name: string) => (literal === undefined ? valueOf(name) : `{${literal}}`))
}
