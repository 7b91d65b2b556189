import type { Client } from '../client/client.ts'
import type { Target } from '../config/model.ts'
import { BoardwrightError } from '../errors.ts'
import { deploymentsOf, type Findings } from '../live/index.ts'

type Deployments = Findings['deployments']

export function noSuchDeployment(
  { name, deployment, url }: Target,
  there: Deployments,
  kind: 'NOT_FOUND' | 'FORBIDDEN' = 'NOT_FOUND',
): BoardwrightError {
  const list = there.map((each) => `${each.id} ${each.name}`).join(', ')
  return new BoardwrightError(
    kind,
    `the token of ${name} sees no deployment ${deployment} on ${new URL(url).host}; it sees ${list === '' ? 'none' : list}`,
    list === ''
      ? {}
      : {
          hint: `Set \`deployment\` of ${name} in boardwright.yaml to one of these numbers, or take a token that sees it.`,
        },
  )
}

/** What was not found may be the deployment as a whole: then those that there are say more. */
export async function namingDeployments<T>(client: Client, target: Target, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || !cause.http?.endpoint.includes('/deployments/{deploymentId}'))
      throw cause
    const { kind } = cause
    if (kind !== 'NOT_FOUND' && kind !== 'FORBIDDEN') throw cause
    const there = await deploymentsOf(client).catch(() => undefined)
    throw !there || there.some(({ id }) => id === target.deployment) ? cause : noSuchDeployment(target, there, kind)
  }
}
