import type { Api } from '@boardwright/platform'
import { type PageQuery, pageSize, slicePage } from '../http/paging.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import { connectRepository, requireUnconnected } from '../models/connect.ts'
import { exclusively } from '../models/model.ts'
import { refuseName } from '../models/refs.ts'
import type { Platform } from '../platform.ts'
import { findDeployment, toDeployment } from '../store/deployments.ts'
import {
  addRepository,
  filesOf,
  findInstallation,
  findRepository,
  linkStatus,
  listInstallations,
  listRepositories,
  toInstallation,
  toRepository,
} from '../store/git-provider.ts'

export const gitProvider: AsyncRoutes<Api['gitProvider']> = {
  async status({ platform }) {
    return linkStatus(platform)
  },

  async installations({ platform, query }) {
    return twinnedPage(platform, listInstallations(platform).map(toInstallation), query)
  },

  async repositories({ platform, path, query }) {
    const owner = findInstallation(platform, path.installationId)
    const all = listRepositories(platform, owner).map((repository) => toRepository(owner, repository))
    return twinnedPage(platform, all, query)
  },

  async branches({ platform, path, query }) {
    const owner = findInstallation(platform, query.installationId)
    if (owner.login !== path.owner) throw notFound(`repository ${path.owner}/${path.repo}`)
    const { branches } = findRepository(platform, owner, path.repo)
    const all = branches.map((name, place) => ({ name, isDefault: place === 0 }))
    return twinnedPage(platform, all, query)
  },

  connect({ platform, path: { deploymentId }, body }) {
    return exclusively(platform, deploymentId, async (model) => {
      requireUnconnected(model)
      const owner = findInstallation(platform, body.installationId)
      const isNew = body.isNewRepo === true
      const wanted = body.deployBranchName ?? undefined
      const problem = wanted === undefined ? undefined : refuseName(wanted)
      if (problem !== undefined) throw badRequest(`deployBranchName: ${problem}`)
      const made = { name: body.name, branch: wanted ?? 'main', isPrivate: body.private === true }
      const repository = isNew
        ? platform.db.atomically(() => addRepository(platform, owner, made))
        : findRepository(platform, owner, body.name)
      const deployBranchName = wanted ?? repository.branches[0] ?? 'main'
      if (!repository.branches.includes(deployBranchName)) throw notFound(`branch ${deployBranchName}`)
      await connectRepository(model, {
        deployBranchName,
        deployProjectRoot: body.deployProjectRoot ?? undefined,
        branches: repository.branches,
        files: filesOf(repository),
      })
      return toDeployment(platform, findDeployment(platform.db, deploymentId))
    })
  },
}

function twinnedPage<T>({ switches }: Platform, all: readonly T[], query: PageQuery) {
  const { rows, pageInfo } = slicePage(all, { ...query, first: pageSize(switches, query.first) })
  return { items: rows, pageInfo, data: rows }
}
