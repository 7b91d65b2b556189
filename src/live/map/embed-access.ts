import type { EmbedAccessResponse, UpdateEmbedAccessInput } from '@boardwright/platform'
import type { Workbook } from '../../content/model.ts'

export type EmbedAccess = NonNullable<Workbook['embedAccess']>

/** Stands for all embed users. No tenant can have this name. */
const EVERYBODY = '*'

/** The access of the audiences that the tree declares; `none` for those that the platform does not list. */
export function toEmbedAccess(
  { allEmbedUsers, tenants }: EmbedAccessResponse,
  audiences: Iterable<string>,
): EmbedAccess {
  const actions = new Map(tenants.map(({ embedTenantName, action }) => [embedTenantName, action]))
  actions.set(EVERYBODY, allEmbedUsers.enabled ? allEmbedUsers.action : 'none')
  return Object.fromEntries([...audiences].map((audience) => [audience, actions.get(audience) ?? 'none']))
}

/** One body per call, because the platform changes one audience at a time. */
export const fromEmbedAccess = (access: EmbedAccess): UpdateEmbedAccessInput[] =>
  Object.entries(access).map(([audience, action]) =>
    audience === EVERYBODY ? { allEmbedUsers: true, action } : { embedTenantName: audience, action },
  )
