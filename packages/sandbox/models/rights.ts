import type { DeploymentSettings } from '@boardwright/platform'
import { badRequest, forbidden } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { type Branch, isDeployBranch, isFork } from './branches.ts'
import type { Model } from './model.ts'

/** The ways to reach production, and the setting of the deployment that forbids each. */
const DEPLOY_BRANCH = {
  commit: { forbidden: (settings: DeploymentSettings) => settings.deployBranchReadOnly, why: 'is read-only' },
  upload: { forbidden: (settings: DeploymentSettings) => settings.deployBranchReadOnly, why: 'is read-only' },
  merge: { forbidden: (settings: DeploymentSettings) => !settings.deployBranchMergeAllowed, why: 'takes no merges' },
} as const

export type Reaching = keyof typeof DEPLOY_BRANCH

/** 403 for users who are not admins, 400 for everybody if the deployment's settings forbid it. */
export function requireReach(model: Model, caller: Caller, how: Reaching, branch: Branch): void {
  if (!isDeployBranch(model, branch)) return
  const rule = DEPLOY_BRANCH[how]
  if (!caller.isAdmin) throw forbidden(`only an admin may ${how} into the deploy branch ${branch.name}`)
  if (rule.forbidden(model.settings)) throw badRequest(`the deploy branch ${branch.name} ${rule.why}`)
}

/** Files can only be written on the caller's own fork. */
export function requireOwnFork(branch: Branch, caller: Caller): void {
  if (!isFork(branch)) throw badRequest(`branch ${branch.name} is not a dev-mode branch`)
  if (branch.user_id !== caller.userId) throw badRequest(`branch ${branch.name} is not a dev-mode branch of this user`)
}

/** A fork belongs to its user. Admins may delete it. */
export function requireNotAnothers(branch: Branch, caller: Caller): void {
  if (isFork(branch) && branch.user_id !== caller.userId && !caller.isAdmin) {
    throw forbidden(`branch ${branch.name} belongs to another user`)
  }
}
