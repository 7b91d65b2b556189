import type { Api } from '@boardwright/platform'
import { type PageQuery, readPage } from '../http/paging.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { setVariables, toVariable, type VariableRow } from '../store/env-variables.ts'

export const envVariables: Routes<Api['envVariables']> = {
  getEnvVariables: ({ platform, path, query }) => readVariables(platform, path.deploymentId, query),

  setEnvVariables({ platform, path, body }) {
    setVariables(platform, path.deploymentId, body.env_variables)
    return readVariables(platform, path.deploymentId, {})
  },
}

function readVariables({ db, switches }: Platform, deploymentId: number, query: PageQuery) {
  const { rows, pageInfo } = readPage<VariableRow>(
    db,
    switches,
    { from: 'env_variables t', where: 't.deployment_id = ?', values: [deploymentId], orderBy: 't.id' },
    query,
  )
  const items = rows.map(toVariable)
  return { items, pageInfo, data: items }
}
