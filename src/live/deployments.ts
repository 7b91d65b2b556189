import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { someOf } from '../content/counted.ts'
import type { NamedDeployments } from '../content/deployments.ts'
import { deploymentsOf, type Findings } from './examine.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { readNamedDeployments } from './roles.ts'

interface Wanted {
  /** The target's name. */
  readonly name: string
  readonly deployment: number
  readonly url: string
}

type Deployments = Findings['deployments']

const MOST_NAMED = 20

/** `refused`: the platform's refusal, if more was requested than the list of deployments. */
export function noSuchDeployment(
  { name, deployment, url }: Wanted,
  there: Deployments,
  refused?: BoardwrightError,
): BoardwrightError {
  const list = someOf(
    there.map((each) => `${each.id} ${each.name}`),
    MOST_NAMED,
  )
  const hint = `Take a token that sees it. If the number is wrong, set \`deployment\` of ${name} in boardwright.yaml to one that is meant for ${name}.`
  // NOT_FOUND even if the platform refused with 403: according to the list, this token has no such deployment.
  return new BoardwrightError(
    'NOT_FOUND',
    `the token of ${name} sees no deployment ${deployment} on ${new URL(url).host}; it sees ${list === '' ? 'none' : list}`,
    { hint: list === '' ? undefined : hint, http: refused?.http, cause: refused },
  )
}

/** If the deployment itself is missing, replaces the refusal with an error that names the deployments that exist. */
export async function namingDeployments<T>(client: Client, target: Wanted, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    // If deployments cannot be listed, the refusal is all we know.
    const there = await deploymentsOf(client).catch(() => undefined)
    throw !there || there.some(({ id }) => id === target.deployment) ? cause : noSuchDeployment(target, there, cause)
  }
}

/** Undefined if this key may not see them. */
export async function lookUpDeployments(client: Client): Promise<NamedDeployments | undefined> {
  const named = await lookUp(() => readNamedDeployments(client))
  return isAbsence(named) ? undefined : named
}

const isRefusal = (cause: unknown): cause is BoardwrightError =>
  cause instanceof BoardwrightError &&
  (cause.kind === 'NOT_FOUND' || cause.kind === 'FORBIDDEN') &&
  cause.http?.endpoint.includes('/deployments/{deploymentId}') === true
