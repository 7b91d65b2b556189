import { badRequest, conflict } from '../http/refusal.ts'
import type { Caller } from '../platform.ts'
import { findUser } from '../store/users.ts'
import { activeBranch, type Branch, parentOf } from './branches.ts'
import { startBuild } from './builds.ts'
import { type Files, overlay, readHead, readPending } from './content.ts'
import { isSameFiles, replacePending } from './edit.ts'
import type { Model } from './model.ts'
import { refOf } from './refs.ts'
import {
  contains,
  mergeTrees,
  moveRefs,
  type Person,
  type RefMove,
  readTree,
  type Tree,
  writeBlobs,
  writeCommit,
  writeTree,
} from './repository.ts'
import { requireOwnFork, requireReach } from './rights.ts'

const DEFAULT_MESSAGE = 'Update the data model'

export interface CommitOptions {
  readonly message?: string | null | undefined
  readonly exitDevMode?: boolean | null | undefined
  readonly resolveMergeConflict?: boolean | null | undefined
}

export function personOf({ platform }: Model, caller: Caller): Person {
  const { email, first_name, username } = findUser(platform.db, caller.userId)
  return { name: first_name ?? username, email }
}

export function commitMessage(given: string | null | undefined, otherwise: string): string {
  if (given?.includes('\0')) throw badRequest('the message holds a NUL')
  return given?.trim() ? given : otherwise
}

/** Commits whole files on top of a parent; returns the parent itself if nothing differs. No ref moves. */
export async function commitFiles(model: Model, files: Files, author: Person, message: string): Promise<string> {
  const { repository, platform } = model
  if (isSameFiles(files.blobs, await readTree(repository, files.head))) return files.head
  await writeBlobs(
    repository,
    [...files.stored.values()].map(({ content }) => content),
  )
  const tree = await writeTree(repository, files.blobs)
  return writeCommit(repository, { tree, parents: [files.head], message, when: platform.clock.now(), author })
}

/** Moves refs that this write has already checked. Only a git outside the sandbox can have moved them meanwhile. */
export async function requireMove(model: Model, moves: readonly RefMove[]): Promise<void> {
  if (!(await moveRefs(model.repository, moves))) throw conflict('the branch moved meanwhile: try again')
}

/**
 * Commits what is pending on the caller's fork, and pushes the fork into its parent branch. Both heads move in one
 * step, and only then are the pending rows removed, so that a killed process loses nothing. Repeating a commit that
 * stopped half-way finishes it.
 */
export async function commitFork(model: Model, caller: Caller, options: CommitOptions): Promise<void> {
  const { platform, repository } = model
  const fork = activeBranch(model, caller)
  if (!fork) throw badRequest('dev mode is not active: there is no branch to commit')
  requireOwnFork(fork, caller)
  const message = commitMessage(options.message, DEFAULT_MESSAGE)
  const parent = parentOf(model, fork)
  if (!parent) throw badRequest(`branch ${fork.name} has no parent to commit into`)

  const pending = readPending(model, fork)
  const forkHead = await readHead(model, fork)
  const parentHead = await readHead(model, parent)
  if (pending.length > 0 || !(await contains(repository, parentHead, forkHead))) {
    requireReach(model, caller, 'commit', parent)
    const author = personOf(model, caller)
    const files = overlay(forkHead, await readTree(repository, forkHead), pending)
    const commit = await commitFiles(model, files, author, message)
    const target = await joinHeads(
      model,
      { ours: parentHead, theirs: commit, takeTheirs: options.resolveMergeConflict === true },
      (tree) =>
        writeCommit(repository, {
          tree,
          parents: [parentHead, commit],
          message: `Merge branch '${fork.name}' into '${parent.name}'`,
          when: platform.clock.now(),
          author,
        }),
    )
    await requireMove(model, [
      { ref: refOf(fork.name), from: forkHead, to: target },
      { ref: refOf(parent.name), from: parentHead, to: target },
    ])
    const landed = overlay(target, await readTree(repository, target), [])
    platform.db.atomically(() => {
      replacePending(model, fork, [])
      startBuild(model, fork, landed, 'committed')
      startBuild(model, parent, landed, 'committed')
    })
  }
  if (options.exitDevMode) closeDevMode(model, caller)
}

export function closeDevMode({ platform, deploymentId }: Model, caller: Caller): void {
  platform.db.run('delete from dev_mode where deployment_id = ? and key_id = ?', deploymentId, caller.keyId)
}

interface Heads {
  readonly ours: string
  readonly theirs: string
  /** If both changed the same file, take theirs instead of refusing. */
  readonly takeTheirs: boolean
}

/** The commit that contains both heads: one of them if that is enough, else a new one. 409 on a conflict. */
export async function joinHeads(
  { repository }: Model,
  { ours, theirs, takeTheirs }: Heads,
  write: (tree: string) => Promise<string>,
): Promise<string> {
  if (await contains(repository, theirs, ours)) return theirs
  if (await contains(repository, ours, theirs)) return ours
  const merge = await mergeTrees(repository, ours, theirs)
  if (merge.clean) return write(merge.tree)
  if (!takeTheirs) throw mergeConflict(merge.conflicts)
  const merged = await readTree(repository, merge.tree)
  const files = settle(merged, await readTree(repository, ours), await readTree(repository, theirs), merge.conflicts)
  return write(await writeTree(repository, files))
}

export const mergeConflict = (paths: readonly string[]) =>
  conflict(`both branches changed the same files: ${[...paths].sort().join(', ')}`, 'merge_conflict')

/** The merged files, with every conflict resolved to `theirs` and without the copies that git makes of both sides. */
function settle(merged: Tree, ours: Tree, theirs: Tree, conflicts: readonly string[]): Tree {
  const files = new Map([...merged].filter(([path]) => ours.has(path) || theirs.has(path)))
  for (const path of conflicts) {
    const blob = theirs.get(path)
    if (blob === undefined) files.delete(path)
    else files.set(path, blob)
  }
  // Where theirs has a file and ours a folder, the folder goes.
  for (const path of conflicts.filter((entry) => files.has(entry))) {
    for (const other of files.keys()) if (other.startsWith(`${path}/`)) files.delete(other)
  }
  return files
}

/** Refuses if moving the head would silently overwrite uncommitted changes. */
export function refusePending(model: Model, branch: Branch, what: string): void {
  if (readPending(model, branch).length > 0) throw conflict(`branch ${branch.name} has uncommitted changes: ${what}`)
}
