import { rm } from 'node:fs/promises'
import type { Platform } from '../platform.ts'
import { allBranches, type Branch, findBranch, insertBranch } from './branches.ts'
import { startBuild } from './builds.ts'
import { type Files, overlay, readPending } from './content.ts'
import { replacePending, storeFile } from './edit.ts'
import { readHeads } from './heads.ts'
import { exclusively, type Model } from './model.ts'
import { makeOnce } from './planted.ts'
import { branchOf, refOf } from './refs.ts'
import {
  clearLeftovers,
  initRepository,
  moveRefs,
  prune,
  readTree,
  writeBlobs,
  writeCommit,
  writeTree,
} from './repository.ts'
import { dropOldUploads } from './uploads.ts'

const GARDENER = { name: 'Seed', email: 'seed@boardwright.invalid' }

/**
 * Creates a deployment's repository, with the files of a seed on its deploy branch, and the branch's row. The
 * deployment's own row must exist. May be repeated: whatever was there before is removed.
 */
export const plantModel = (
  platform: Platform,
  deploymentId: number,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> =>
  exclusively(platform, deploymentId, async (model) => {
    const { repository, settings } = model
    const branch = settings.deployBranchName
    const planted = await makeOnce(repository, branch, files, () =>
      makeRepository(repository, branch, files, platform.clock.now()),
    )
    platform.db.atomically(() => insertDeployBranch(model, planted))
  })

/** Creates a repository with one branch and one commit, replacing whatever was there. */
export async function makeRepository(
  repository: string,
  branchName: string,
  files: ReadonlyMap<string, Uint8Array>,
  when: Date,
): Promise<Files> {
  const ref = refOf(branchName)
  await rm(repository, { recursive: true, force: true })
  await initRepository(repository, ref)
  const stored = [...files].map(([path, bytes]) => [path, storeFile(bytes)] as const)
  await writeBlobs(
    repository,
    stored.map(([, { content }]) => content),
  )
  const tree = new Map(stored.map(([path, { blob }]) => [path, blob]))
  const head = await writeCommit(repository, {
    tree: await writeTree(repository, tree),
    parents: [],
    message: 'Start',
    when,
    author: GARDENER,
  })
  await moveRefs(repository, [{ ref, from: null, to: head }])
  return overlay(head, tree, [])
}

export function insertDeployBranch(model: Model, files: Files): Branch {
  const { platform, deploymentId, settings } = model
  platform.db.run('delete from uploads where deployment_id = ?', deploymentId)
  platform.db.run('update branches set parent_id = null where deployment_id = ?', deploymentId)
  platform.db.run('delete from branches where deployment_id = ?', deploymentId)
  const branch = insertBranch(model, settings.deployBranchName, { parent: undefined, user: null })
  startBuild(model, branch, files, 'opened')
  // The content of a seed was built long ago.
  platform.db.run('update builds set ready_at = started_at where branch_id = ?', branch.id)
  return branch
}

/**
 * Repairs what a killed process left half done. Refs are made before rows and removed before them, so either one
 * without the other is left over; heads move before pending rows go, so a pending row may be committed already.
 */
export const reconcileModel = (platform: Platform, deploymentId: number): Promise<void> =>
  exclusively(platform, deploymentId, async (model) => {
    const { repository, settings } = model
    await clearLeftovers(repository)
    dropOldUploads(model)
    const heads = readHeads(repository)
    const orphans = [...heads].filter(([ref]) => {
      const name = branchOf(ref)
      return name === undefined || findBranch(model, name) === undefined
    })
    await moveRefs(
      repository,
      orphans.map(([ref, from]) => ({ ref, from, to: null })),
    )
    for (const branch of allBranches(model)) {
      const head = heads.get(refOf(branch.name))
      if (head === undefined) {
        // A deployment without its deploy branch is broken: leave that visible.
        if (branch.name !== settings.deployBranchName) removeRow(model, branch.id)
        continue
      }
      const tree = await readTree(repository, head)
      const pending = readPending(model, branch)
      const open = pending.filter(({ path, file }) => (file === null ? tree.has(path) : tree.get(path) !== file.blob))
      if (open.length < pending.length) platform.db.atomically(() => replacePending(model, branch, open))
    }
    await prune(repository)
  })

function removeRow({ platform }: Model, id: number): void {
  platform.db.atomically(() => {
    platform.db.run(
      'update branches set parent_id = (select parent_id from branches where id = ?) where parent_id = ?',
      id,
      id,
    )
    platform.db.run('delete from branches where id = ?', id)
  })
}
