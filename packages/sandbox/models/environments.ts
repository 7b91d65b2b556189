import { type Branch, deployBranch } from './branches.ts'
import type { Model } from './model.ts'

/** A branch whose model is running. */
export interface ServedBranch {
  readonly id: string
  readonly type: 'production' | 'staging' | 'development'
  readonly branch: string
  /** The e-mail address of the user whose dev mode it is. */
  readonly user?: string
}

/** Production, then branches with a staging environment, then branches that somebody has open. */
export function servedBranches(model: Model): ServedBranch[] {
  const { platform, deploymentId } = model
  const production = deployBranch(model)
  const staging = platform.db.all<Branch>(
    'select * from branches where deployment_id = ? and staging = 1 order by id',
    deploymentId,
  )
  // A user with two keys on one branch still has only one environment.
  const open = platform.db.all<{ id: number; name: string; email: string }>(
    `select min(d.id) as id, b.name, u.email from dev_mode d
     join branches b on b.id = d.branch_id join users u on u.id = d.user_id
     where d.deployment_id = ? group by b.id, u.id order by 1`,
    deploymentId,
  )
  return [
    { id: `${production.id}`, type: 'production', branch: production.name },
    ...staging.map(({ id, name }) => ({ id: `${id}`, type: 'staging', branch: name }) as const),
    ...open.map(({ id, name, email }) => ({ id: `${id}`, type: 'development', branch: name, user: email }) as const),
  ]
}
