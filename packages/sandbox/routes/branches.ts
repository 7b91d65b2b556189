import type { Api, BranchResponse, DevBranchResponse } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import type { AsyncRoutes } from '../http/route.ts'
import { type Branch, parentOf, requireBranch, selectBranch } from '../models/branches.ts'
import { closeDevMode, commitFork } from '../models/commit.ts'
import { activate, createShared, openFork, removeBranch, setStaging, switchToParent } from '../models/dev-mode.ts'
import { readHeads } from '../models/heads.ts'
import { mergeBranch, mergeTarget, mergeToDefault, pullBranch } from '../models/merge.ts'
import { exclusively, type Model, openModel } from '../models/model.ts'
import { refOf } from '../models/refs.ts'

export const branches: AsyncRoutes<Api['branches']> = {
  startDevMode: ({ platform, caller, path: { deploymentId }, body }) =>
    exclusively(platform, deploymentId, async (model) =>
      toDevBranch(model, await openFork(model, caller, body?.branchName), true),
    ),

  stopDevMode: ({ platform, caller, path: { deploymentId } }) =>
    exclusively(platform, deploymentId, async (model) => {
      closeDevMode(model, caller)
      return { success: true }
    }),

  async listBranches({ platform, path: { deploymentId }, query }) {
    const model = openModel(platform, deploymentId)
    const { rows, pageInfo } = readPage<Branch>(
      platform.db,
      platform.switches,
      { from: 'branches t', where: 't.deployment_id = ?', values: [deploymentId], orderBy: 't.id' },
      query,
    )
    const heads = readHeads(model.repository)
    const items = rows.map((branch) => toBranch(model, branch, heads))
    return { items, pageInfo, data: items }
  },

  createBranch: ({ platform, caller, path: { deploymentId }, body: { name, from, activate: open } }) =>
    exclusively(platform, deploymentId, async (model) => {
      const branch = await createShared(model, name, from)
      if (open) await activate(model, caller, branch)
      return toDevBranch(model, branch, open === true)
    }),

  removeBranch: ({ platform, caller, path: { deploymentId }, query: { branchName } }) =>
    exclusively(platform, deploymentId, async (model) => {
      await removeBranch(model, caller, requireBranch(model, branchName))
      return { success: true }
    }),

  setBranchStagingEnvironment: ({ platform, caller, path: { deploymentId }, body }) =>
    exclusively(platform, deploymentId, async (model) => {
      const branch = await setStaging(model, selectBranch(model, caller, body), body.enabled)
      return { data: toBranch(model, branch, readHeads(model.repository)) }
    }),

  commitChanges: ({ platform, caller, path: { deploymentId }, body }) =>
    exclusively(platform, deploymentId, async (model) => {
      await commitFork(model, caller, body ?? {})
      return { success: true }
    }),

  pull: ({ platform, caller, path: { deploymentId }, body: { branchName } }) =>
    exclusively(platform, deploymentId, async (model) => ({
      buildTriggered: await pullBranch(model, caller, requireBranch(model, branchName)),
    })),

  mergeIntoParentBranch: ({ platform, caller, path: { deploymentId }, body }) =>
    exclusively(platform, deploymentId, async (model) => {
      const source = selectBranch(model, caller, body ?? {})
      const merged = await mergeBranch(model, caller, source, mergeTarget(model, source), {
        message: body?.message,
        squash: body?.squashCommits === true,
      })
      if (body?.switchToParentBranch) await switchToParent(model, caller, source)
      if (body?.deleteBranch) await removeBranch(model, caller, source)
      return { merged, branchDeleted: body?.deleteBranch === true }
    }),

  mergeToDefaultBranch: ({ platform, caller, path: { deploymentId }, body }) =>
    exclusively(platform, deploymentId, async (model) => {
      const source = selectBranch(model, caller, body)
      const merged = await mergeToDefault(model, caller, source, { message: body.message })
      if (body.removeBranchAfterMerge) await removeBranch(model, caller, source)
      return { merged, branchDeleted: body.removeBranchAfterMerge === true }
    }),
}

const toDevBranch = (model: Model, branch: Branch, active: boolean): DevBranchResponse => ({
  active,
  branchName: branch.name,
  parentBranch: parentOf(model, branch)?.name ?? null,
})

const toBranch = (model: Model, branch: Branch, heads: ReadonlyMap<string, string>): BranchResponse => ({
  id: branch.id,
  name: branch.name,
  parentBranch: parentOf(model, branch)?.name ?? null,
  lastHash: heads.get(refOf(branch.name)) ?? null,
  isStagingEnvironmentEnabled: branch.staging === 1,
})
