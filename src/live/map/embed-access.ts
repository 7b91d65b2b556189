import type { EmbedAccessResponse, UpdateEmbedAccessInput } from '../../api/embed-access.ts'
import type { Workbook } from '../../content/model.ts'

export type EmbedAccess = NonNullable<Workbook['embedAccess']>

/** All embed users together. No tenant can have this name. */
const EVERYBODY = '*'

/** What the tree's declared audiences get. Unlisted ones get nothing. */
export function toEmbedAccess(
  { allEmbedUsers, tenants }: EmbedAccessResponse,
  audiences: Iterable<string>,
): EmbedAccess {
  const actions = new Map(tenants.map(({ embedTenantName, action }) => [embedTenantName, action]))
  actions.set(EVERYBODY, allEmbedUsers.enabled ? allEmbedUsers.action : 'none')
  return Object.fromEntries([...audiences].map((audience) => [audience, actions.get(audience) ?? 'none']))
}

/** One call each: the platform changes one audience at a time. */
export const fromEmbedAccess = (access: EmbedAccess): UpdateEmbedAccessInput[] =>
  Object.entries(access).map(([audience, action]) =>
    audience === EVERYBODY ? { allEmbedUsers: true, action } : { embedTenantName: audience, action },
  )
