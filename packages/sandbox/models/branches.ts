import { badRequest, notFound } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { insertRow, nextId } from '../store/rows.ts'
import type { Model } from './model.ts'

/** A branch: shared if it has no user, else that user's personal fork of its parent. */
export interface Branch {
  readonly id: number
  readonly deployment_id: number
  readonly name: string
  readonly parent_id: number | null
  readonly user_id: number | null
  readonly staging: number
  /** The commit of the last finished upload. */
  readonly uploaded: string | null
}

/** How a request names a branch. Both are allowed if they mean the same branch. */
export interface BranchSelector {
  readonly branchId?: number | null | undefined
  readonly branchName?: string | null | undefined
}

export const isFork = (branch: Branch): boolean => branch.user_id !== null
export const isDeployBranch = (model: Model, branch: Branch): boolean => branch.name === model.settings.deployBranchName

export const findBranch = ({ platform, deploymentId }: Model, name: string): Branch | undefined =>
  platform.db.get('select * from branches where deployment_id = ? and name = ?', deploymentId, name)

const findBranchById = ({ platform, deploymentId }: Model, id: number): Branch | undefined =>
  platform.db.get('select * from branches where deployment_id = ? and id = ?', deploymentId, id)

export const allBranches = ({ platform, deploymentId }: Model): Branch[] =>
  platform.db.all('select * from branches where deployment_id = ? order by id', deploymentId)

export function requireBranch(model: Model, name: string): Branch {
  if (name === '') throw badRequest('branchName is empty')
  const branch = findBranch(model, name)
  if (!branch) throw notFound(`branch ${name}`)
  return branch
}

export const deployBranch = (model: Model): Branch => requireBranch(model, model.settings.deployBranchName)

export const parentOf = (model: Model, branch: Branch): Branch | undefined =>
  branch.parent_id === null ? undefined : findBranchById(model, branch.parent_id)

/** The branch that the credential has open: each credential has one dev mode. */
export const activeBranch = ({ platform, deploymentId }: Model, caller: Caller): Branch | undefined =>
  platform.db.get(
    'select b.* from dev_mode d join branches b on b.id = d.branch_id where d.deployment_id = ? and d.key_id = ?',
    deploymentId,
    caller.keyId,
  )

/** The named branch; else the one that the credential has open; else the deploy branch. */
export function selectBranch(model: Model, caller: Caller, { branchId, branchName }: BranchSelector): Branch {
  const byName = branchName == null ? undefined : requireBranch(model, branchName)
  if (branchId == null) return byName ?? activeBranch(model, caller) ?? deployBranch(model)
  const byId = findBranchById(model, branchId)
  if (!byId) throw notFound(`branch ${branchId}`)
  if (byName && byName.id !== byId.id) throw badRequest(`branchId ${branchId} is ${byId.name}, not ${byName.name}`)
  return byId
}

/** Whether the branch is production, has a staging environment, or is open to somebody. Only then is it compiled. */
export const isServed = (model: Model, branch: Branch): boolean =>
  isDeployBranch(model, branch) ||
  branch.staging === 1 ||
  model.platform.db.get('select 1 from dev_mode where branch_id = ?', branch.id) !== undefined

/** Adds the row of a branch whose ref already exists. */
export function insertBranch(
  { platform, deploymentId }: Model,
  name: string,
  { parent, user }: { readonly parent: Branch | undefined; readonly user: number | null },
): Branch {
  const id = nextId(platform.db, deploymentId, 'environments')
  const row = {
    id,
    deployment_id: deploymentId,
    name,
    parent_id: parent?.id ?? null,
    user_id: user,
    staging: 0,
    uploaded: null,
  }
  insertRow(platform.db, 'branches', { ...row, created_at: platform.clock.stamp() })
  return row
}
