import type { Api } from '@boardwright/platform'
import type { AsyncRoutes } from '../http/route.ts'
import { selectBranch } from '../models/branches.ts'
import { readFiles, readSums } from '../models/content.ts'
import { exclusively, openModel } from '../models/model.ts'
import { addFile, finishUpload, readTransaction, startUpload, uploadTarget } from '../models/uploads.ts'

/** `live` and `useDeployProjectRoot` are accepted and ignored: their meaning is not documented. */
export const uploads: AsyncRoutes<Api['uploads']> = {
  async fileHashes({ platform, caller, path: { deploymentId }, query: { branchName } }) {
    const model = openModel(platform, deploymentId)
    const sums = await readSums(model, await readFiles(model, selectBranch(model, caller, { branchName })))
    return Object.fromEntries([...sums].map(([path, hash]) => [path, { hash }]))
  },

  async startUpload({ platform, caller, path: { deploymentId }, query: { branchName } }) {
    const model = openModel(platform, deploymentId)
    uploadTarget(model, caller, branchName)
    return { transaction: { id: startUpload(model, caller) }, deploymentName: model.deploymentName }
  },

  async uploadFile({ platform, caller, path: { deploymentId }, body: { transaction, fileName }, file }) {
    addFile(openModel(platform, deploymentId), caller, readTransaction(transaction), fileName, file)
    return undefined
  },

  async finishUpload({ platform, caller, path: { deploymentId }, query: { branchName }, body }) {
    return exclusively(platform, deploymentId, async (model) => ({
      lastHash: await finishUpload(model, caller, uploadTarget(model, caller, branchName), body),
    }))
  },
}
