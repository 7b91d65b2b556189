import type { Api } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { requireTenant } from '../store/embed/tenants.ts'
import { type AttributeRow, toUserAttribute } from '../store/user-attributes.ts'

export const hasEmbedAttributes = ({ switches }: Platform): boolean => switches.embedUserAttributes === 'present'

export const embedAttributes: Routes<Api['embedAttributes']> = {
  getEmbedTenantUserAttributes({ platform, path, query }) {
    const tenant = requireTenant(platform.db, path.embedTenantName)
    const { rows, pageInfo } = readPage<AttributeRow>(
      platform.db,
      platform.switches,
      { from: 'embed_attributes t', where: 't.tenant_id = ?', values: [tenant.id], orderBy: 't.id', descending: true },
      query,
    )
    return { items: rows.map(toUserAttribute), pageInfo }
  },

  deleteEmbedTenantUserAttribute({ platform, path }) {
    const tenant = requireTenant(platform.db, path.embedTenantName)
    const gone = platform.db.run('delete from embed_attributes where id = ? and tenant_id = ?', path.id, tenant.id)
    if (gone === 0) throw notFound(`user attribute ${path.id}`)
    return undefined
  },
}
