import { z } from 'zod'
import { EmbedUserProfile } from './embed-session-input.ts'
import { area } from './endpoint.ts'
import { BulkActionError, cursorQuery, Id, PageInfo, Timestamp } from './shared.ts'

const EmbedTenant = z
  .looseObject({
    id: Id,
    name: z.string(),
    userCount: z.int().min(0),
    displayName: z.string().nullish(),
    createdAt: Timestamp.nullish(),
  })
  .meta({ id: 'EmbedTenant' })
export type EmbedTenant = z.output<typeof EmbedTenant>

export const EmbedUser = z
  .looseObject({
    id: Id,
    username: z.string(),
    email: z.string().nullish(),
    externalId: z.string().nullish(),
    firstName: z.string().nullish(),
    createdAt: Timestamp.nullish(),
    lastLogin: Timestamp.nullish(),
  })
  .meta({ id: 'EmbedUser' })
export type EmbedUser = z.output<typeof EmbedUser>

export const EmbedUsersPage = z
  .looseObject({ items: z.array(EmbedUser), pageInfo: PageInfo })
  .meta({ id: 'EmbedUsersPublicResponse' })

export const ProvisionEmbedUserInput = z
  .looseObject({
    externalId: z.string().min(1).describe('Trimmed and lower-cased before it is used.'),
    email: z.email().nullish(),
    userProfile: EmbedUserProfile.nullish(),
    groups: z.array(z.string()).nullish(),
    tenantGroups: z.array(z.string()).nullish(),
  })
  .meta({ id: 'ProvisionEmbedUserInput' })
export type ProvisionEmbedUserInput = z.output<typeof ProvisionEmbedUserInput>

export const EmbedTenantParams = z.object({ embedTenantName: z.string().min(1) })
const search = z.string().nullish()

/** In paths, a tenant's name may be in any case, except in the delete. */
export const embedTenants = area('Embed Tenants', {
  listEmbedTenants: {
    method: 'GET',
    path: '/api/v1/embed-tenants',
    summary: 'List the embed tenants of the account.',
    auth: 'api-key',
    admin: true,
    account: true,
    repeat: 'safe',
    params: z.object({}),
    query: z.object({ search: search.describe('A part of the name, in any case.'), ...cursorQuery }),
    response: z
      .looseObject({ items: z.array(EmbedTenant), pageInfo: PageInfo })
      .meta({ id: 'EmbedTenantsPublicResponse' }),
    chosen: 'Order: by name. The path also takes a slash at its end.',
  },
  deleteEmbedTenant: {
    method: 'DELETE',
    path: '/api/v1/embed-tenants/{embedTenantName}',
    summary: 'Delete an embed tenant with its users, groups, attributes, shares and content.',
    auth: 'api-key',
    admin: true,
    account: true,
    repeat: 'safe',
    params: EmbedTenantParams,
    response: null,
    status: 204,
    chosen: 'Its content is what its users own, in every deployment. Tokens of its sessions answer 401 afterwards.',
    unknown: 'fine',
    refused: {
      400: 'The name is written in another case.',
    },
  },
  provisionEmbedUser: {
    method: 'POST',
    path: '/api/v1/embed-tenants/{embedTenantName}/user',
    summary: 'Create or update one user of an embed tenant. Tenant and user are created on demand.',
    auth: 'api-key',
    admin: true,
    account: true,
    repeat: 'safe',
    params: EmbedTenantParams,
    body: ProvisionEmbedUserInput,
    response: EmbedUser,
    chosen: '`groups` are those of the account, `tenantGroups` those of the tenant. A new user above the limit: 429.',
    unknown: 'made',
    refused: {
      400: 'Groups or attributes are unknown.',
      429: 'The account is at its limit of embed users.',
    },
  },
  listEmbedUsers: {
    method: 'GET',
    path: '/api/v1/embed-tenants/{embedTenantName}/users',
    summary: 'List the users of an embed tenant by e-mail.',
    auth: 'api-key',
    admin: true,
    account: true,
    repeat: 'safe',
    params: EmbedTenantParams,
    query: z.object({ search: search.describe('A part of e-mail or external id, in any case.'), ...cursorQuery }),
    response: EmbedUsersPage,
    chosen: 'Users without an e-mail come first. An unknown tenant answers 404.',
  },
  provisionEmbedUsers: {
    method: 'POST',
    path: '/api/v1/embed-tenants/{embedTenantName}/users',
    summary: 'Provision up to 100 users, one by one in order. What failed is listed in `failed`.',
    auth: 'api-key',
    admin: true,
    account: true,
    repeat: 'safe',
    params: EmbedTenantParams,
    body: z
      .looseObject({ users: z.array(ProvisionEmbedUserInput).min(1).max(100) })
      .meta({ id: 'ProvisionEmbedUsersInput' }),
    response: z
      .looseObject({
        succeeded: z.array(EmbedUser),
        failed: z.array(
          z.looseObject({ externalId: z.string(), error: BulkActionError }).meta({ id: 'ProvisionEmbedUserFailure' }),
        ),
      })
      .meta({ id: 'ProvisionEmbedUsersResponse' }),
    unknown: 'made',
  },
})
