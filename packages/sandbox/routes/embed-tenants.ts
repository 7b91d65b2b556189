import type { Api, EmbedUser, ProvisionEmbedUserInput } from '@boardwright/platform'
import { readPage } from '../http/paging.ts'
import { badRequest, Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { deleteTenant } from '../store/embed/cascade.ts'
import { replaceGroups } from '../store/embed/groups.ts'
import { ACCOUNT, scopeOf } from '../store/embed/scope.ts'
import {
  canonicalName,
  ensureTenant,
  findTenant,
  requireTenant,
  type TenantRow,
  toEmbedTenant,
} from '../store/embed/tenants.ts'
import {
  contains,
  type EmbedUserRow,
  ensureEmbedUser,
  foundBy,
  tidyExternalId,
  toEmbedUser,
} from '../store/embed/users.ts'

/** Each list of groups replaces the old one if it is sent; otherwise the old one stays. */
function provision(platform: Platform, tenantName: string, input: ProvisionEmbedUserInput): EmbedUser {
  const { db } = platform
  const tenant = ensureTenant(platform, tenantName)
  const user = ensureEmbedUser(platform, tenant, tidyExternalId(input.externalId), input)
  if (input.groups != null) replaceGroups(db, ACCOUNT, user.id, input.groups)
  if (input.tenantGroups != null) replaceGroups(db, scopeOf(tenant.id), user.id, input.tenantGroups)
  return toEmbedUser(user)
}

export const embedTenants: Routes<Api['embedTenants']> = {
  listEmbedTenants({ platform, query }) {
    const { rows, pageInfo } = readPage<TenantRow>(
      platform.db,
      platform.switches,
      {
        from: 'embed_tenants t',
        where: 'instr(t.name, ?) > 0',
        values: [(query.search ?? '').toLowerCase()],
        orderBy: 't.name',
      },
      query,
    )
    return { items: rows.map((row) => toEmbedTenant(platform.db, row)), pageInfo }
  },

  deleteEmbedTenant({ platform, path: { embedTenantName } }) {
    // A name in another case is refused here, so that nobody deletes what they did not name.
    if (embedTenantName !== canonicalName(embedTenantName)) {
      throw badRequest(`embedTenantName: write it as it is, ${canonicalName(embedTenantName)}`)
    }
    const tenant = findTenant(platform.db, embedTenantName)
    if (tenant) deleteTenant(platform, tenant)
    return undefined
  },

  provisionEmbedUser({ platform, path, body }) {
    return provision(platform, path.embedTenantName, body)
  },

  listEmbedUsers({ platform, path, query }) {
    const tenant = requireTenant(platform.db, path.embedTenantName)
    // A part of an external id matches only if the id is shown; the whole id always matches.
    const found = foundBy(
      platform.db,
      tenant.id,
      query.search,
      (row, wanted) =>
        contains(row.email, wanted) ||
        row.external_id === wanted ||
        (row.shows_external_id === 1 && contains(row.external_id, wanted)),
    )
    const { rows, pageInfo } = readPage<EmbedUserRow>(
      platform.db,
      platform.switches,
      { from: 'embed_users t', ...found, orderBy: "coalesce(t.email, '')" },
      query,
    )
    return { items: rows.map(toEmbedUser), pageInfo }
  },

  provisionEmbedUsers({ platform, path: { embedTenantName }, body }) {
    const { db } = platform
    ensureTenant(platform, embedTenantName)
    const succeeded: EmbedUser[] = []
    const failed: { externalId: string; error: { status: number; message: string } }[] = []
    for (const user of body.users) {
      try {
        succeeded.push(db.atomically(() => provision(platform, embedTenantName, user)))
      } catch (cause) {
        if (!(cause instanceof Refusal)) throw cause
        failed.push({ externalId: user.externalId, error: { status: cause.status, message: cause.message } })
      }
    }
    return { succeeded, failed }
  },
}
