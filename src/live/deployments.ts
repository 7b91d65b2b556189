import type { Client } from '../client/client.ts'
import { someOf } from '../content/some-of.ts'
import { BoardwrightError } from '../errors.ts'
import { deploymentsOf, type Findings } from './examine.ts'

interface Wanted {
  /** Of the target. */
  readonly name: string
  readonly deployment: number
  readonly url: string
}

type Deployments = Findings['deployments']

const MOST_NAMED = 20

/** `refused` is what the platform said, where it was asked for more than the list. */
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
  // Whatever the platform answers to it: the list says the same of both.
  return new BoardwrightError(
    'NOT_FOUND',
    `the token of ${name} sees no deployment ${deployment} on ${new URL(url).host}; it sees ${list === '' ? 'none' : list}`,
    { hint: list === '' ? undefined : hint, http: refused?.http, cause: refused },
  )
}

/** What was not found may be the deployment as a whole: then those that there are say more. */
export async function namingDeployments<T>(client: Client, target: Wanted, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    // Where they cannot be listed, the refusal says all there is to say.
    const there = await deploymentsOf(client).catch(() => undefined)
    throw !there || there.some(({ id }) => id === target.deployment) ? cause : noSuchDeployment(target, there, cause)
  }
}

const isRefusal = (cause: unknown): cause is BoardwrightError =>
  cause instanceof BoardwrightError &&
  (cause.kind === 'NOT_FOUND' || cause.kind === 'FORBIDDEN') &&
  cause.http?.endpoint.includes('/deployments/{deploymentId}') === true
