/** Why the system or the network refused something, in plain words, and what to do about it. */
export interface Cause {
  readonly words: string
  readonly hint: string | undefined
  /** Trying again would fail in the same way. */
  readonly lasts: boolean
}

interface Refusal extends Error {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly path?: unknown
  readonly address?: unknown
  readonly port?: unknown
  readonly hostname?: unknown
}

const codeOf = ({ code }: Refusal): string => (typeof code === 'string' ? code : '')

const DISK: Readonly<Record<string, readonly [words: string, hint: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space, then run the same command again.'],
  EDQUOT: ['your share of the disk is used up', 'Free some space, then run the same command again.'],
  EFBIG: ['the file would be larger than it may be', 'Raise the limit (ulimit -f), or write it to another disk.'],
  EROFS: ['the disk can only be read', 'Make it writable, or work in a copy on another disk.'],
  EACCES: ['permission denied', 'Check who owns it, and who may read and write it: ls -la'],
  EPERM: ['permission denied', 'Check who owns it, and who may read and write it: ls -la'],
  EMFILE: ['too many files are open', 'Allow more of them: ulimit -n 8192'],
  ENFILE: ['too many files are open on this machine', 'End other programs, then run the same command again.'],
  EIO: ['the disk does not work', 'Check the disk: the log of the system says more.'],
  ENAMETOOLONG: ['the path is too long for this disk', 'Work in a directory with a shorter path.'],
}

/**
 * Why a disk operation failed; the words end with the file. Undefined for anything else, which would be a bug of
 * ours.
 */
export function diskCause(cause: unknown): Cause | undefined {
  if (!(cause instanceof Error)) return undefined
  const { syscall, path } = cause as Refusal
  const [words, hint] = DISK[codeOf(cause)] ?? []
  if (words === undefined || typeof syscall !== 'string') return undefined
  const where = typeof path === 'string' ? `: ${path}` : ''
  return { words: `${words}${where} (${codeOf(cause)})`, hint, lasts: true }
}

type Words = string | ((cause: Refusal, origin?: string) => string)

const CERTIFICATE = 'If a proxy or your company signs it, give the file of its certificate in NODE_EXTRA_CA_CERTS.'

/** What refuses the connection may be a proxy. */
const RUNS: Words = ({ port }, origin) =>
  origin !== undefined && String(port) === portOf(origin)
    ? 'Check its host and its port, and that the platform runs there.'
    : 'Check the host and the port of the URL, or of the proxy in HTTPS_PROXY, and that it runs.'

const portOf = (origin: string): string => {
  const { port, protocol } = new URL(origin)
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port
}

/** Matched by the error code, or by undici's message. */
const NETWORK: readonly (readonly [said: RegExp, words: Words, hint?: Words, lasts?: 'lasts'])[] = [
  [
    /^Proxy response \(407\)/,
    'the proxy wants a user name and a password',
    'Put both into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT, each with %40 for an @.',
    'lasts',
  ],
  [
    /^Proxy response \((\d+)\)/,
    ({ message }) => `the proxy does not let it through: it answered ${/\d+/.exec(message)?.[0]}`,
    'Ask who runs the proxy to allow the host, or name the host in NO_PROXY if it is reached without one.',
    'lasts',
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST)$/,
    'it does not speak https on this port',
    'Check the port of the URL. A platform on this machine, such as the sandbox, may need http:// instead.',
    'lasts',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_UNTRUSTED)/,
    'nobody known here signed its certificate',
    CERTIFICATE,
    'lasts',
  ],
  [
    /^CERT_NOT_YET_VALID$/,
    'its certificate is not valid yet',
    'Set the clock of this machine: it may be behind.',
    'lasts',
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    'its certificate has expired',
    'Check the clock of this machine, or ask who runs it.',
    'lasts',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host', 'Check the host of the URL.', 'lasts'],
  [/^(CERT_|ERR_TLS|ERR_SSL)/, ({ message }) => message, CERTIFICATE, 'lasts'],
  [
    /^ENOTFOUND$/,
    ({ hostname }) => `no host is called ${hostname ?? 'so'}`,
    'Check the host of the URL, and the name service of this network.',
    'lasts',
  ],
  [
    /^EAI_AGAIN$/,
    'the name service does not answer',
    'Check that this machine is on a network, then run the same command again.',
  ],
  [
    /^ECONNREFUSED$/,
    ({ address, port }) => `nothing listens ${address === undefined ? 'there' : `at ${address}:${port}`}`,
    RUNS,
  ],
  [
    /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/,
    'there is no way to it from this network',
    'Check the network and any VPN.',
  ],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'it hung up'],
]

/** Why a host could not be reached. `origin` is what we wanted to reach. */
export function networkCause(cause: Error | undefined, origin?: string): Cause {
  const [message, code] = [cause?.message ?? '', cause === undefined ? '' : codeOf(cause)]
  const row = cause && NETWORK.find(([said]) => said.test(code) || said.test(message))
  const plain = row && (typeof row[1] === 'string' ? row[1] : row[1](cause))
  const words = [plain ?? message, (plain ?? message).includes(code) ? '' : code]
    .filter((part) => part !== '')
    .join(', ')
  const hint = typeof row?.[2] === 'function' && cause ? row[2](cause, origin) : row?.[2]
  return { words, hint: typeof hint === 'string' ? hint : undefined, lasts: row?.[3] !== undefined }
}
