/** What is wrong with a platform URL, if anything. The text is not repeated: it may hold a password. */
export function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL that begins with https://'
  const { protocol, hostname, host, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return `begins with ${protocol}, not https:`
  if (protocol === 'http:' && !isLoopback(hostname)) return `would send the token unencrypted to ${host}`
  if (username !== '' || password !== '') return 'holds a user name or a password'
  return /[?#]/.test(text) ? 'holds a query or a fragment' : undefined
}

/** One text for one platform: no trailing slash, default port or capitals in the host. */
export function normalUrl(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** By name or literal address only: names are not resolved. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
