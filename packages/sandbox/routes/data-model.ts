import type { Api } from '@boardwright/platform'
import { slicePage } from '../http/paging.ts'
import { badRequest } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import {
  activeBranch,
  type Branch,
  type BranchSelector,
  deployBranch,
  requireBranch,
  selectBranch,
} from '../models/branches.ts'
import { compileFiles, modeOf } from '../models/builds.ts'
import { type Files, overlay, readContents, readFiles } from '../models/content.ts'
import { applyEdits, type Edits, removeEdits, renameEdits, writeEdits } from '../models/edit.ts'
import { exclusively, type Model, openModel } from '../models/model.ts'
import { readTree } from '../models/repository.ts'
import { requireOwnFork } from '../models/rights.ts'
import { sourceTree, textOf } from '../models/tree.ts'
import type { Caller, Platform } from '../platform.ts'

export const dataModel: AsyncRoutes<Api['dataModel']> = {
  async listFiles({ platform, caller, path: { deploymentId }, query }) {
    const model = openModel(platform, deploymentId)
    const branch = selectBranch(model, caller, query)
    const files = query.showLastCLIUpload ? await lastUpload(model, branch) : await readFiles(model, branch)
    const contents = query.withContent
      ? await readContents(model, files, files.blobs.values())
      : new Map<string, Uint8Array>()
    const { rows, pageInfo } = slicePage(
      sourceTree(files.blobs, (blob) => textOf(contents.get(blob))),
      query,
    )
    return { items: rows, pageInfo, data: rows }
  },

  async updateFiles({ platform, caller, path: { deploymentId }, body }) {
    return edit(platform, caller, deploymentId, body, () => writeEdits(body.files))
  },

  async removeFiles({ platform, caller, path: { deploymentId }, body }) {
    return edit(platform, caller, deploymentId, body, () => removeEdits(body.files))
  },

  async renameFiles({ platform, caller, path: { deploymentId }, body }) {
    return edit(platform, caller, deploymentId, body, (model, branch) => renameEdits(model, branch, body.files))
  },

  async validateDataModel({ platform, caller, path: { deploymentId }, query: { branchName, devMode } }) {
    if (branchName !== undefined && devMode) throw badRequest('branchName and devMode exclude each other')
    const model = openModel(platform, deploymentId)
    const branch = devMode
      ? requireActive(model, caller)
      : branchName === undefined
        ? deployBranch(model)
        : requireBranch(model, branchName)
    const { valid, errors, cubesCount } = await compileFiles(model, await readFiles(model, branch))
    return {
      deploymentId,
      branchName: branch.name,
      mode: modeOf(model, branch),
      valid,
      cubesCount: valid ? cubesCount : null,
      errors: errors.map(({ fileName, message }) => ({ fileName, message })),
    }
  },
}

function edit(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  selector: BranchSelector,
  makeEdits: (model: Model, branch: Branch) => Edits | Promise<Edits>,
): Promise<{ success: boolean }> {
  return exclusively(platform, deploymentId, async (model) => {
    const branch = selectBranch(model, caller, selector)
    requireOwnFork(branch, caller)
    await applyEdits(model, branch, await makeEdits(model, branch))
    return { success: true }
  })
}

function requireActive(model: Model, caller: Caller): Branch {
  const branch = activeBranch(model, caller)
  if (!branch) throw badRequest('dev mode is not active')
  return branch
}

/** The tree of the last finished upload; empty before the first. */
async function lastUpload(model: Model, { uploaded }: Branch): Promise<Files> {
  return overlay(uploaded ?? '', uploaded === null ? new Map() : await readTree(model.repository, uploaded), [])
}
