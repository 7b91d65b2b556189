import { BoardwrightError, isKeyName, nearest } from '@boardwright/common'
import {
  type Client,
  type Connections,
  createClient,
  isLoopback,
  READ_ONLY,
  type RetryEvent,
  readsOnly,
  type Traffic,
} from '@boardwright/platform'
import { isCi } from '../../config/in-ci.ts'
import type { Target } from '../../config/model.ts'
import { hostAllowed, hostVariables, tokenVariables } from '../../config/targets.ts'
import type { Caller } from '../../live/index.ts'

export type { Traffic } from '@boardwright/platform'
export { READ_ONLY, readsOnly } from '@boardwright/platform'

/** What reads of many targets share. */
export interface SharedReach {
  readonly connections: Connections
  /** The user behind each token, by platform and token. */
  readonly callers: Map<string, Promise<Caller>>
}

/** How platforms are reached. */
export interface ReachOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Requests that `readOnly` lets through: see `ClientOptions`. */
  readonly harmless?: RegExp | undefined
  readonly signal?: AbortSignal | undefined
  readonly concurrency?: number | undefined
  /** Counts the requests of all clients that share it. */
  readonly traffic?: Traffic | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  readonly shared?: SharedReach | undefined
}

export interface ConnectOptions extends ReachOptions {
  readonly readOnly: boolean
}

export function connect(
  target: Target,
  { env, readOnly, harmless, signal, concurrency, onRetry, traffic, shared }: ConnectOptions,
): Client {
  if (!readOnly && readsOnly(env)) {
    throw new BoardwrightError('READ_ONLY', `nothing is written to ${target.name}: ${READ_ONLY} is set`)
  }
  const { token, tokenFrom } = tokenOf(target, env)
  requireAllowedHost(target, env)
  return createClient({
    ...{ url: target.url, urlFrom: () => placeOfUrl(target), token, tokenFrom, env, readOnly, harmless },
    ...{ signal, concurrency, onRetry, traffic, connections: shared?.connections },
  })
}

export function placeOfUrl({ name, at }: Target): string {
  const { file, line, column } = at().at
  return `target ${name} (${[file, line, column].filter((part) => part !== undefined).join(':')})`
}

interface FoundToken {
  readonly token: string
  /** The environment variable that it comes from. */
  readonly tokenFrom: string | undefined
}

export function tokenOf(target: Target, env: ConnectOptions['env']): FoundToken {
  const [own, common] = tokenVariables(target)
  const tokenFrom = env[own ?? ''] === undefined ? common : own
  const token = env[tokenFrom ?? '']
  if (token) return { token, tokenFrom }
  if (tokenFrom !== undefined && token !== undefined)
    throw new BoardwrightError('TOKEN_MISSING', `there is no token for ${target.name}: ${tokenFrom} is set but empty`, {
      hint: isCi(env) ? EMPTY_IN_CI : `Set ${tokenFrom} to an API key of the platform.`,
    })
  const others = Object.keys(env).filter(
    (name) => env[name] && isKeyName(name) && /^boardwright/i.test(name) && name !== common,
  )
  const other = nearest(own ?? '', others) ?? others[0]
  throw new BoardwrightError(
    'TOKEN_MISSING',
    `there is no token for ${target.name}: neither ${own} nor ${common} is set`,
    { hint: other && `${other} is set, but this target does not read it: did you mean "${own}"?` },
  )
}

const EMPTY_IN_CI =
  'Add the secret to the settings of the repository under the name that the job reads. A pull request from a fork gets no secrets: plan it in a job of its own.'

/** In CI, a pull request could change the file that names the host, so the host must be allowed separately. */
export function requireAllowedHost(target: Target, env: Readonly<Record<string, string | undefined>>): void {
  const variables = hostVariables(target)
  const variable = variables.find((name) => env[name] !== undefined) ?? variables.at(-1) ?? ''
  const list = env[variable]
  if (list === undefined && (!isCi(env) || isLoopback(new URL(target.url).hostname))) return
  if (hostAllowed(target.url, list)) return
  const { host } = new URL(target.url)
  throw new BoardwrightError(
    'HOST_NOT_ALLOWED',
    `the token of ${target.name} is not sent to ${host}: ${variable} ${isUrl(list) ? 'holds a URL, but it needs a host' : 'does not allow it'}`,
    {
      hint: `Set ${variable}=${host} in the settings of the CI job, if that is the right host.`,
    },
  )
}

const isUrl = (list: string | undefined): boolean => list?.includes('://') === true
