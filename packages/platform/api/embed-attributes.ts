import { z } from 'zod'
import { EmbedTenantParams } from './embed-tenants.ts'
import { area } from './endpoint.ts'
import { cursorQuery, Id, PageInfo } from './shared.ts'
import { UserAttribute } from './user-attributes.ts'

const row = {
  auth: 'api-key',
  admin: true,
  account: true,
  repeat: 'safe',
  chosen:
    'The specification lists this path, and its change history says that it was removed. A switch decides; where it ' +
    'is removed, it is answered like any unknown route.',
} as const

/** The attribute definitions of one embed tenant. */
export const embedAttributes = area('Embed Tenants', {
  getEmbedTenantUserAttributes: {
    ...row,
    method: 'GET',
    path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes',
    summary: 'List the attribute definitions of an embed tenant, the newest first.',
    params: EmbedTenantParams,
    query: z.object(cursorQuery),
    response: z
      .looseObject({ items: z.array(UserAttribute), pageInfo: PageInfo })
      .meta({ id: 'EmbedTenantUserAttributesResponse' }),
  },
  deleteEmbedTenantUserAttribute: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/embed-tenants/{embedTenantName}/user-attributes/{id}',
    summary: 'Delete an attribute definition of an embed tenant, with its values.',
    params: EmbedTenantParams.extend({ id: Id }),
    response: null,
    status: 204,
  },
})
