import { didYouMean, nearest } from '@boardwright/common'
import { someOf } from '../../content/counted.ts'
import type { NamedDeployments } from '../../content/deployments.ts'
import { ofKind } from '../../content/entity.ts'
import type { RoleFile } from '../../content/files.ts'
import { ALL, isDeploymentNumber, OF_DEPLOYMENTS } from '../../content/policies.ts'
import type { Problem } from '../../content/problem.ts'
import { policyUnit } from '../../content/role.ts'
import type { LiveContent } from '../../live/index.ts'
import type { ParsedTree } from '../../serialize/parse.ts'

/**
 * Deployments in roles that are not in this account, or that a number names: in another account it would be another one.
 * They stop only a plan that writes them.
 */
export function deploymentsRefused(tree: ParsedTree, { unread, deployments }: LiveContent): Problem[] {
  if (unread.has('role')) return []
  return ofKind(tree.content, 'role').flatMap(({ key }): Problem[] => {
    const source = tree.sources.get(key)
    if (!source) return []
    const { value, origin } = source.rendered()
    return (value as RoleFile).policies.flatMap(({ resourceType, resources }, index) =>
      resources.flatMap((text, at): Problem[] => {
        const wrong = resourceType === OF_DEPLOYMENTS ? whatIsWrong(text, deployments) : undefined
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
  deployments: NamedDeployments | undefined,
): { message: string; hint: string } | undefined {
  const name = deployments?.names.get(text)
  if (name !== undefined) {
    return { message: `${text} is the number of the deployment "${name}" here`, hint: `Write its name: ${name}.` }
  }
  if (text === ALL || isDeploymentNumber(text) || deployments?.numbers.has(text)) return undefined
  if (!deployments) return { message: `nobody can tell which deployment is called "${text}"`, hint: UNSEEN }
  const names = [...deployments.numbers.keys()].sort()
  const there = `If it was renamed, write its new name. The account has ${someOf(names, MOST_NAMED)}.`
  return { message: `no deployment is called "${text}"`, hint: didYouMean(nearest(text, names), there) }
}

const MOST_NAMED = 5
const UNSEEN = 'Take a token that sees the deployments of the account.'
