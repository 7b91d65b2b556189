import { BoardwrightError } from '@boardwright/common'

type Environment = Readonly<Record<string, string | undefined>>

/** Why a token must not be sent to this URL, if there is a reason. Never quotes the URL: it may hold a password. */
export function addressProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL that begins with https://'
  const { protocol, hostname, host, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return `begins with ${protocol}, not https:`
  if (protocol === 'http:' && !isLoopback(hostname)) return `would send the token unencrypted to ${host}`
  if (username !== '' || password !== '') return 'holds a user name or a password'
  return /[?#]/.test(text) ? 'holds a query or a fragment' : undefined
}

/** The same text for the same address: no trailing slash, default port or capitals in the host. */
export function normalAddress(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
}

/** By name or literal address only: names are not resolved. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The environment's proxy, if any. All keys are given, because undici would read missing ones from the process. */
export function proxyIn(
  env: Environment,
): Readonly<Record<'httpProxy' | 'httpsProxy' | 'noProxy', string>> | undefined {
  const [httpProxy, httpsProxy] = [proxyAddress(env, 'HTTP_PROXY'), proxyAddress(env, 'HTTPS_PROXY')]
  return httpProxy === '' && httpsProxy === ''
    ? undefined
    : { httpProxy, httpsProxy, noProxy: variable(env, 'NO_PROXY') }
}

const variable = (env: Environment, name: string): string => env[name.toLowerCase()] ?? env[name] ?? ''

function proxyAddress(env: Environment, name: string): string {
  const text = variable(env, name).trim()
  const url = text === '' || text.includes('://') ? text : `http://${text}`
  if (url !== '' && !URL.canParse(url)) {
    throw new BoardwrightError('URL_REFUSED', `${name} is not a URL`, {
      hint: `Set ${name} to the address of the proxy, such as http://proxy.example:3128, or unset it.`,
    })
  }
  if (/^socks/i.test(url)) {
    throw new BoardwrightError(
      'URL_REFUSED',
      `${name} names a SOCKS proxy, and only http:// and https:// are spoken here`,
      {
        hint: `Set ${name} to an HTTP proxy, such as http://proxy.example:3128, or unset it.`,
      },
    )
  }
  return url
}
