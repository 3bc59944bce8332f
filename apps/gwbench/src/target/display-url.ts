/** A URL as it is printed and stored: without its query, where some gateways take a key. @example displayUrl('http://h:1/p?key=s') // 'http://h:1/p' */
export function displayUrl(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname}`
}
