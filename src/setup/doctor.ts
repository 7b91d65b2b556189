import { addAll, BoardwrightError } from '@boardwright/common'
import { type Client, isLoopback } from '@boardwright/platform'
import type { Target } from '../config/model.ts'
import { hostVariables } from '../config/targets.ts'
import { examine, type Findings, noSuchDeployment, readRights } from '../live/index.ts'
import { type Connection, examinePlatform } from '../project/examine.ts'
import { connect, placeOfUrl, type ReachOptions, requireAllowedHost, tokenOf } from '../project/target/connect.ts'
import { findPlatform, type Wanted } from '../project/target/find-platform.ts'
import { type Check, right, wrong } from './doctor/check.ts'
import { judgeRights } from './doctor/rights.ts'

export type { Check } from './doctor/check.ts'
export { examineMachine } from './doctor/machine.ts'

export interface Diagnosis extends Partial<Findings> {
  readonly checks: readonly Check[]
  readonly clockSkewMs?: number
  /** Why the checks stopped early. */
  readonly error?: BoardwrightError
}

/** Checks the connection to a target and what its key may do there, up to the first failure. */
export async function examineTarget(
  target: Target,
  { timeoutMs, ...options }: { readonly timeoutMs: number } & ReachOptions,
): Promise<Diagnosis> {
  const checks: Check[] = []
  let client: Client | undefined
  let what = 'host'
  try {
    const token = tokenIfAny(target, options.env)
    if (token instanceof BoardwrightError) {
      requireAllowedHost(target, options.env)
      return await withoutToken({ url: target.url, timeoutMs, ...options, urlFrom: () => placeOfUrl(target) }, token)
    }
    const { tokenFrom } = token
    requireAllowedHost(target, options.env)
    const { host } = new URL(target.url)
    checks.push(right('host', `${host}, ${hostRule(target, options.env)}`))
    what = 'token'
    client = connect(target, { ...options, readOnly: true, signal: AbortSignal.timeout(timeoutMs) })
    const found = await examine(client)
    const { user, deployments } = found
    checks.push(right('token', `${user.email}${user.isAdmin ? ' (admin)' : ', not an admin'}, from ${tokenFrom}`))
    const clockSkewMs = (client.serverNow() ?? Date.now()) - Date.now()
    checks.push(clockCheck(clockSkewMs))
    what = 'deployment'
    if (!deployments.some(({ id }) => id === target.deployment)) throw noSuchDeployment(target, deployments)
    checks.push(right('deployment', `${target.deployment}; the token sees ${list(deployments)}`))
    what = 'rights'
    const { deployment, dataModel, scope } = target
    const rights = await readRights(client, { deployment, branch: dataModel?.branch, kinds: scope.manage })
    addAll(checks, judgeRights({ ...rights, isAdmin: user.isAdmin }, target))
    return { ...found, clockSkewMs, checks }
  } catch (cause) {
    return failed(cause, what === 'token' && isOfTheWay(cause) ? 'answer' : what, checks)
  } finally {
    await client?.close()
  }
}

/** Without a token, checks only that the host is a platform, and reports that before the missing token. */
export async function withoutToken(wanted: Wanted, missing: BoardwrightError): Promise<Diagnosis> {
  try {
    await findPlatform(wanted)
  } catch (cause) {
    return failed(cause, 'host', [])
  }
  return failed(missing, 'token', [right('host', `${new URL(wanted.url).host} answers`)])
}

function failed(cause: unknown, what: string, checks: readonly Check[]): Diagnosis {
  if (!(cause instanceof BoardwrightError) || cause.kind === 'INTERRUPTED') throw cause
  const { message, code, hint, http } = cause
  const found = http && message.startsWith(http.endpoint) ? message.slice(http.endpoint.length).trimStart() : message
  return { checks: [...checks, wrong(what, `${found} (${code})`, hint)], error: cause }
}

/** Nobody has looked at the token then. */
const isOfTheWay = (cause: unknown): boolean => cause instanceof BoardwrightError && OF_THE_WAY.has(cause.kind)

const OF_THE_WAY: ReadonlySet<string> = new Set([
  ...['UNREACHABLE', 'TIMED_OUT', 'REDIRECT_REFUSED', 'RESPONSE_INVALID', 'SERVER_FAILED', 'NO_SUCH_ENDPOINT'],
])

function tokenIfAny(target: Target, env: ReachOptions['env']): ReturnType<typeof tokenOf> | BoardwrightError {
  try {
    return tokenOf(target, env)
  } catch (cause) {
    if (cause instanceof BoardwrightError) return cause
    throw cause
  }
}

/** The same for a platform that no project uses yet. */
export async function examineAddress(connection: Connection): Promise<Diagnosis> {
  try {
    const found = await examinePlatform(connection)
    return { ...found, checks: platformChecks(found) }
  } catch (cause) {
    return failed(cause, isOfTheWay(cause) ? 'host' : 'token', [])
  }
}

function platformChecks({ user, deployments, clockSkewMs }: Findings & { readonly clockSkewMs: number }): Check[] {
  const seen = list(deployments)
  return [
    tokenCheck(user),
    seen === '' ? wrong('deployments', 'none that this token can see') : right('deployments', seen),
    clockCheck(clockSkewMs),
  ]
}

/** A partial view is not ok, even if every call succeeds. */
const tokenCheck = ({ email, isAdmin }: Findings['user']): Check =>
  isAdmin ? right('token', `${email} (admin)`) : wrong('token', `${email} (not an admin: ${PARTIAL})`)

const PARTIAL = 'plan holds applied objects that this token cannot see; use an admin’s token'

const list = (deployments: Findings['deployments']): string =>
  deployments.map(({ id, name }) => `${id} ${name}`).join(', ')

function hostRule(target: Target, env: ReachOptions['env']): string {
  const variable = hostVariables(target).find((name) => env[name] !== undefined)
  if (variable !== undefined) return `allowed by ${variable}`
  return isLoopback(new URL(target.url).hostname)
    ? 'this machine: allowed everywhere'
    : `allowed here; in CI ${hostVariables(target).at(-1)} has to name it`
}

const MOST_SKEW_MS = 60_000

const UNITS: readonly (readonly [ms: number, word: string])[] = [
  [365.25 * 86_400_000, 'years'],
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
]

/** `skewMs` is how far the platform is ahead of this machine. */
export function clockCheck(skewMs: number): Check {
  if (Math.abs(skewMs) < MOST_SKEW_MS) return right('clock', 'agrees with this machine')
  const [ms, word] = UNITS.find(([least]) => Math.abs(skewMs) >= 2 * least) ?? [1000, 'seconds']
  const far = `${Math.floor(Math.abs(skewMs) / ms)} ${word}`
  return wrong(
    'clock',
    `this machine is ${far} ${skewMs > 0 ? 'behind' : 'ahead of'} the platform`,
    'Set this machine’s clock, for example with: timedatectl set-ntp true',
  )
}
