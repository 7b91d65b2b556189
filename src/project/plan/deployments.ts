import { didYouMean, nearest } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { ofKind } from '../../content/entity.ts'
import type { RoleFile } from '../../content/files.ts'
import { ALL, isDeploymentNumber, OF_DEPLOYMENTS } from '../../content/policies.ts'
import type { Problem } from '../../content/problem.ts'
import { deploymentsIn, policyUnit } from '../../content/role.ts'
import { type LiveContent, lookUpDeployments, type NamedDeployments } from '../../live/index.ts'
import type { ParsedTree } from '../../serialize/parse.ts'

/**
 * Deployments in roles that are not in this account, or that a number names: in another account it would be another one.
 * They stop only a plan that writes them.
 */
export async function deploymentsRefused(
  client: Client,
  tree: ParsedTree,
  { unread, deployments }: LiveContent,
): Promise<Problem[]> {
  const isNamed = ofKind(tree.content, 'role').some(({ own }) => deploymentsIn(own.policies).length > 0)
  if (!isNamed || unread.has('role')) return []
  const named = deployments ?? (await lookUpDeployments(client))
  if (!named) return []
  return ofKind(tree.content, 'role').flatMap(({ key }): Problem[] => {
    const source = tree.sources.get(key)
    if (!source) return []
    const { value, origin } = source.rendered()
    return (value as RoleFile).policies.flatMap(({ resourceType, resources }, index) =>
      resources.flatMap((text, at): Problem[] => {
        const wrong = resourceType === OF_DEPLOYMENTS ? whatIsWrong(text, named) : undefined
        if (wrong === undefined) return []
        return [
          {
            kind: 'REFERENCE_UNKNOWN',
            ...origin.placeOf(['policies', index, 'resources', at]),
            ...{ ...wrong, fault: `${key} ${wrong.message}`, isRefused: true },
            ...{ key, units: [policyUnit(resourceType, text)] },
          },
        ]
      }),
    )
  })
}

function whatIsWrong(
  text: string,
  { names, numbers }: NamedDeployments,
): { message: string; hint: string } | undefined {
  const name = names.get(text)
  if (name !== undefined) {
    return { message: `${text} is the number of the deployment "${name}" here`, hint: `Write its name: ${name}.` }
  }
  if (text === ALL || isDeploymentNumber(text) || numbers.has(text)) return undefined
  const near = nearest(text, [...numbers.keys()])
  return { message: `no deployment is called "${text}"`, hint: didYouMean(near, 'Name one that there is, or All.') }
}
