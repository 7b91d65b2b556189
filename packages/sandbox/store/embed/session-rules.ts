import type { GenerateSession } from '@boardwright/platform'
import { badRequest } from '../../http/refusal.ts'

type Field = keyof GenerateSession & string

/** Fields that describe an external user, or that only an external user can be given. */
const NOT_WITH_INTERNAL_ID = [
  'email',
  'userProfile',
  'userAttributes',
  'groups',
  'tenantGroups',
  'userAttributeDefinitions',
  'groupDefinitions',
  'tenantGroupDefinitions',
  'securityContext',
] as const satisfies readonly Field[]

/** Fields about the groups and attributes of one embed tenant. */
const OF_AN_EMBED_TENANT = [
  'tenantGroups',
  'userAttributeDefinitions',
  'groupDefinitions',
  'tenantGroupDefinitions',
] as const satisfies readonly Field[]

/** Refuses fields that do not go together. Null counts as left out. */
export function requireFieldsThatAgree(body: GenerateSession): void {
  const has = (field: Field): boolean => body[field] != null
  if (has('externalId') === has('internalId')) throw badRequest('send exactly one of externalId and internalId')
  if (has('internalId')) {
    const wrong = NOT_WITH_INTERNAL_ID.filter(has)
    if (wrong.length > 0) throw badRequest(`not allowed with internalId: ${wrong.join(', ')}`)
  }
  for (const field of OF_AN_EMBED_TENANT.filter(has)) {
    if (body.creatorMode !== true) throw badRequest(`${field}: needs creatorMode: true`)
    if (!has('embedTenantName')) throw badRequest(`${field}: needs embedTenantName`)
  }
  if (has('embedTenantProfile') && !has('embedTenantName')) {
    throw badRequest('embedTenantProfile: needs embedTenantName')
  }
}
