/**
 * What is wrong with the URL of a target, or `null`.
 *
 * Keys have no place in it: it is printed and stored, and a command line is read by every user of the machine.
 */
export function urlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return 'is not an absolute URL such as http://127.0.0.1:18080/v1/chat/completions'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `has the scheme ${url.protocol} where http: or https: is needed`
  if (url.username !== '' || url.password !== '') return 'holds a user name or a password; put the key into a file and name the file'
  if (url.hash !== '') return 'has a fragment, which is never sent'
  if (url.pathname === '/') return 'has no path; name the whole endpoint, such as /v1/chat/completions'
  return null
}
