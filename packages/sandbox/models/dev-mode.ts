import { randomBytes } from 'node:crypto'
import { badRequest, conflict } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { nextId } from '../store/rows.ts'
import {
  type Branch,
  deployBranch,
  findBranch,
  insertBranch,
  isDeployBranch,
  isFork,
  isServed,
  parentOf,
  requireBranch,
} from './branches.ts'
import { startBuild } from './builds.ts'
import { requireMove } from './commit.ts'
import { type Files, readFiles, readHead } from './content.ts'
import { readHeads } from './heads.ts'
import type { Model } from './model.ts'
import { refOf, refuseName } from './refs.ts'
import { requireNotAnothers, requireOwnFork } from './rights.ts'

/**
 * Creates a branch at the head of another: its ref first, then its row. A ref without a row is removed at the next
 * start.
 */
async function createAt(model: Model, name: string, from: Branch, user: number | null): Promise<Branch> {
  const refused = refuseName(name)
  if (refused !== undefined) throw badRequest(`the branch name ${JSON.stringify(name)} ${refused}`)
  if (findBranch(model, name)) throw conflict(`branch ${name} exists already`)
  const ref = refOf(name)
  const heads = [...readHeads(model.repository).keys()]
  const clash = heads.find((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`))
  if (clash !== undefined)
    throw conflict(`branch ${name} cannot exist beside ${clash}: one is a folder of the other in git`)
  await requireMove(model, [{ ref, from: null, to: await readHead(model, from) }])
  return insertBranch(model, name, { parent: from, user })
}

/** Creates a shared branch from another shared one. It cannot be written to, even when it is the active branch. */
export async function createShared(model: Model, name: string, fromName: string | null | undefined): Promise<Branch> {
  const from = fromName == null ? deployBranch(model) : requireBranch(model, fromName)
  if (isFork(from)) throw badRequest(`branch ${from.name} is a personal branch: a shared one cannot start there`)
  return createAt(model, name, from, null)
}

/** Opens the caller's fork of a branch: there is at most one, found by its parent. */
export async function openFork(model: Model, caller: Caller, branchName: string | null | undefined): Promise<Branch> {
  const branch = branchName == null ? deployBranch(model) : requireBranch(model, branchName)
  if (isFork(branch)) {
    requireOwnFork(branch, caller)
    await activate(model, caller, branch)
    return branch
  }
  const fork =
    findFork(model, caller, branch) ?? (await createAt(model, forkName(model, caller), branch, caller.userId))
  await activate(model, caller, fork)
  return fork
}

const findFork = ({ platform }: Model, caller: Caller, parent: Branch): Branch | undefined =>
  platform.db.get('select * from branches where parent_id = ? and user_id = ? order by id', parent.id, caller.userId)

/** `dev-<user>-<8 hex digits>`, with as much of the user's name as a branch name can hold. */
function forkName(model: Model, caller: Caller): string {
  const [user = ''] = caller.username.split('@')
  const plain = user.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  for (;;) {
    const name = `dev-${plain.replace(/^-|-$/g, '').slice(0, 40)}-${randomBytes(4).toString('hex')}`
    if (!findBranch(model, name)) return name
  }
}

/** Points the credential's dev mode at a branch, and starts its runtime if nobody had it open. */
export async function activate(model: Model, caller: Caller, branch: Branch): Promise<void> {
  const { platform, deploymentId } = model
  const files: Files = await readFiles(model, branch)
  platform.db.atomically(() => {
    const wasServed = isServed(model, branch)
    platform.db.run(
      'insert or replace into dev_mode (id, deployment_id, key_id, user_id, branch_id) values (?, ?, ?, ?, ?)',
      nextId(platform.db, deploymentId, 'environments'),
      deploymentId,
      caller.keyId,
      caller.userId,
      branch.id,
    )
    if (!wasServed) startBuild(model, branch, files, 'opened')
  })
}

/**
 * Removes a branch: its ref first, which may be refused, then its row. Its children move to its parent, whoever had
 * it open is back on production, and its uncommitted changes are lost.
 */
export async function removeBranch(model: Model, caller: Caller, branch: Branch): Promise<void> {
  const { platform } = model
  if (isDeployBranch(model, branch)) throw badRequest(`the deploy branch ${branch.name} cannot be deleted`)
  requireNotAnothers(branch, caller)
  const head = await readHead(model, branch)
  const { id: deployId } = deployBranch(model)
  await requireMove(model, [{ ref: refOf(branch.name), from: head, to: null }])
  platform.db.atomically(() => {
    platform.db.run('update branches set parent_id = ? where parent_id = ?', branch.parent_id ?? deployId, branch.id)
    // The deploy branch may have been a child once; it never gets a parent.
    platform.db.run('update branches set parent_id = null where id = ?', deployId)
    platform.db.run('delete from branches where id = ?', branch.id)
  })
}

/** After a merge, the caller's dev mode continues on the parent, or ends if the parent is production. */
export async function switchToParent(model: Model, caller: Caller, branch: Branch): Promise<void> {
  const parent = parentOf(model, branch)
  if (!parent) return
  const { platform, deploymentId } = model
  const changed = platform.db.run(
    'delete from dev_mode where deployment_id = ? and key_id = ? and branch_id = ?',
    deploymentId,
    caller.keyId,
    branch.id,
  )
  if (changed > 0 && !isDeployBranch(model, parent)) await activate(model, caller, parent)
}

/** A staging environment serves a shared branch permanently. */
export async function setStaging(model: Model, branch: Branch, enabled: boolean): Promise<Branch> {
  const { platform } = model
  if (isDeployBranch(model, branch)) throw badRequest(`the deploy branch ${branch.name} has no staging environment`)
  if (isFork(branch))
    throw badRequest(`branch ${branch.name} is a personal branch: only shared ones have a staging environment`)
  const files = await readFiles(model, branch)
  return platform.db.atomically(() => {
    const wasServed = isServed(model, branch)
    const changed = { ...branch, staging: enabled ? 1 : 0 }
    platform.db.run('update branches set staging = ? where id = ?', changed.staging, branch.id)
    if (enabled && !wasServed) startBuild(model, changed, files, 'opened')
    return changed
  })
}
