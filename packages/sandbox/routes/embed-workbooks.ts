import type { Api } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import type { Routes } from '../http/route.ts'
import { accessSources, anyOf } from '../store/embed/shares.ts'
import { requireTenant } from '../store/embed/tenants.ts'
import { toWorkbook, type WorkbookRow } from '../store/workbooks.ts'

export const embedWorkbooks: Routes<Api['embedWorkbooks']> = {
  listEmbedTenantWorkbooks({ platform, path, query }) {
    const { db, switches } = platform
    const sources = accessSources(requireTenant(db, path.embedTenantName).name)
    const wanted = query.accessSource == null ? anyOf(Object.values(sources)) : sources[query.accessSource]
    const { rows, pageInfo } = readPage<WorkbookRow>(
      db,
      switches,
      {
        from: 'workbooks t',
        where: `t.deployment_id = ? and ${wanted.where}`,
        values: [path.deploymentId, ...wanted.values],
        orderBy: 't.id',
      },
      query,
    )
    return { items: rows.map((row) => toWorkbook(platform, row, switches.listRows)), pageInfo }
  },
}
