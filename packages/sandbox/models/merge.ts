import { badRequest, conflict } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { type Branch, deployBranch, isDeployBranch, isFork, parentOf } from './branches.ts'
import { startBuild } from './builds.ts'
import { commitMessage, joinHeads, mergeConflict, personOf, refusePending, requireMove } from './commit.ts'
import { overlay, readHead, readPending } from './content.ts'
import type { Model } from './model.ts'
import { refOf } from './refs.ts'
import { contains, mergeTrees, readTree, treeOf, writeCommit } from './repository.ts'
import { requireNotAnothers, requireReach } from './rights.ts'

export interface MergeOptions {
  readonly message?: string | null | undefined
  readonly squash?: boolean
}

export function mergeTarget(model: Model, branch: Branch): Branch {
  const parent = parentOf(model, branch)
  if (!parent) throw badRequest(`branch ${branch.name} has no parent to merge into`)
  return parent
}

/** Merges one branch into another, always with a new commit. False if there was nothing to merge. */
export async function mergeBranch(
  model: Model,
  caller: Caller,
  source: Branch,
  target: Branch,
  { message, squash = false }: MergeOptions,
): Promise<boolean> {
  const { platform, repository } = model
  if (isDeployBranch(model, source)) throw badRequest(`the deploy branch ${source.name} cannot be merged anywhere`)
  if (source.id === target.id) throw badRequest(`branch ${source.name} cannot be merged into itself`)
  requireNotAnothers(source, caller)
  requireReach(model, caller, 'merge', target)
  refusePending(model, source, 'commit them before a merge')
  const text = commitMessage(message, `Merge branch '${source.name}' into '${target.name}'`)

  const theirs = await readHead(model, source)
  const ours = await readHead(model, target)
  if (await contains(repository, ours, theirs)) return false
  const merge = await mergeTrees(repository, ours, theirs)
  if (!merge.clean) throw mergeConflict(merge.conflicts)
  // It was squashed before: the history does not show that, but there is nothing left to merge.
  if (squash && merge.tree === (await treeOf(repository, ours))) return false
  const merged = await writeCommit(repository, {
    tree: merge.tree,
    parents: squash ? [ours] : [ours, theirs],
    message: text,
    when: platform.clock.now(),
    author: personOf(model, caller),
  })
  await requireMove(model, [{ ref: refOf(target.name), from: ours, to: merged }])
  const landed = overlay(merged, await readTree(repository, merged), [])
  platform.db.atomically(() => startBuild(model, target, landed, 'committed'))
  return true
}

export const mergeToDefault = (model: Model, caller: Caller, source: Branch, options: MergeOptions): Promise<boolean> =>
  mergeBranch(model, caller, source, deployBranch(model), options)

/**
 * Brings a branch up to date with its origin. For a fork that is its parent branch; a shared branch has no origin
 * here, so there is never anything to pull. Returns whether that started a build.
 */
export async function pullBranch(model: Model, caller: Caller, branch: Branch): Promise<boolean> {
  const parent = parentOf(model, branch)
  if (!isFork(branch) || !parent) return false
  requireNotAnothers(branch, caller)
  const { platform, repository } = model
  const pending = readPending(model, branch)
  const ours = await readHead(model, branch)
  const theirs = await readHead(model, parent)
  const target = await joinHeads(model, { ours, theirs, takeTheirs: false }, (tree) =>
    writeCommit(repository, {
      tree,
      parents: [ours, theirs],
      message: `Merge branch '${parent.name}' into '${branch.name}'`,
      when: platform.clock.now(),
      author: personOf(model, caller),
    }),
  )
  if (target === ours) return false

  const [before, after] = [await readTree(repository, ours), await readTree(repository, target)]
  const overwritten = pending.filter(({ path }) => before.get(path) !== after.get(path)).map(({ path }) => path)
  if (overwritten.length > 0) {
    throw conflict(
      `commit your changes before pulling: ${parent.name} changed them too: ${overwritten.join(', ')}`,
      'merge_conflict',
    )
  }
  await requireMove(model, [{ ref: refOf(branch.name), from: ours, to: target }])
  return platform.db.atomically(() => startBuild(model, branch, overlay(target, after, pending), 'committed'))
}
