import { reportIdsOf } from '../store/references.ts'
import type { SeedContent } from './shape.ts'

/** One mention: its place, the kind and the id that it names, and the ids that exist. */
type Mention = readonly [where: string, kind: string, known: ReadonlySet<unknown>, id: unknown]

/** What a schema cannot see: references to objects that are not in the seed, and duplicate ids. */
export const findProblems = (seed: SeedContent): string[] => [...danglingMentions(seed), ...duplicates(seed)]

function danglingMentions(seed: SeedContent): string[] {
  const users = idsOf(seed.users)
  const folders = idsOf(seed.folders)
  const workbooks = idsOf(seed.workbooks)
  const reports = idsOf(seed.reports)
  const published = idsOf(seed.workbooks.filter((workbook) => workbook.published !== null))
  const tenants = new Set(seed.access.embedTenants.map(({ name }) => name))
  const byType = { FOLDER: folders, WORKBOOK: workbooks, REPORT: reports }

  const attributes = idsOf(seed.account.userAttributes)
  const mentions: Mention[] = [
    ...seed.account.groups.flatMap(({ id, members }) =>
      members.map((userId): Mention => [`group ${id}`, 'user', users, userId]),
    ),
    ...seed.account.roles.flatMap(({ name, userIds }) =>
      userIds.map((userId): Mention => [`the role ${name}`, 'user', users, userId]),
    ),
    ...seed.account.userAttributeValues.flatMap(({ userId, userAttributeId }): Mention[] => [
      ['a value', 'user', users, userId],
      ['a value', 'user attribute', attributes, userAttributeId],
    ]),
    ...seed.folders.flatMap(({ id, parentId, userId }, index): Mention[] => [
      [`folder ${id}`, 'folder before it', idsOf(seed.folders.slice(0, index)), parentId],
      [`folder ${id}`, 'user', users, userId],
    ]),
    ...seed.reports.flatMap(({ id, folderId, workbookId, userId }): Mention[] => [
      [`report ${id}`, 'folder', folders, folderId],
      [`report ${id}`, 'workbook', workbooks, workbookId],
      [`report ${id}`, 'user', users, userId],
    ]),
    ...seed.workbooks.flatMap((workbook): Mention[] => {
      const where = `workbook ${workbook.id}`
      const viewed = reportIdsOf(workbook.published?.config)
      return [
        [where, 'folder', folders, workbook.folderId],
        [where, 'user', users, workbook.userId],
        ...[...reportIdsOf(workbook.dashboardDraft), ...viewed].map((id): Mention => [where, 'report', reports, id]),
        ...(workbook.published?.outdatedSnapshots ?? []).map(
          ({ reportId }): Mention => [where, 'report on its dashboard', new Set(viewed), reportId],
        ),
      ]
    }),
    ...seed.access.grants.flatMap(({ type, id, userId }): Mention[] => [
      ['a grant', type.toLowerCase(), byType[type], id],
      ['a grant', 'user', users, userId],
    ]),
    ...seed.access.embedAccess.flatMap((entry): Mention[] => [
      ['embed access', 'workbook', workbooks, entry.workbookId],
      ['embed access', 'tenant', tenants, 'embedTenantName' in entry ? entry.embedTenantName : null],
    ]),
    ...seed.notifications.flatMap(({ id, workbookId, recipients }): Mention[] => [
      [`notification ${id}`, 'published workbook', published, workbookId],
      ...recipients.map(({ userId }): Mention => [`notification ${id}`, 'user', users, userId]),
    ]),
  ]
  return mentions
    .filter(([, , known, id]) => id != null && !known.has(id))
    .map(([where, kind, , id]) => `${where} names the ${kind} ${String(id)}, which is not in the seed`)
}

/** All kinds of content share one range of ids, as in a deployment. */
function duplicates(seed: SeedContent): string[] {
  const content = [...seed.folders, ...seed.workbooks, ...seed.reports, ...seed.notifications]
  return [
    ...twice('user', seed.users, ({ id }) => id),
    ...twice('group', seed.account.groups, ({ name }) => name),
    ...twice('user attribute', seed.account.userAttributes, ({ name }) => name),
    ...twice('id', content, ({ id }) => id),
    ...twice('slug', seed.workbooks, ({ slug }) => slug),
    ...twice('dashboard', seed.workbooks, ({ published }) => published?.publicId),
    ...twice('public id', seed.reports, ({ publicId }) => publicId),
  ]
}

function twice<T>(what: string, rows: readonly T[], keyOf: (row: T) => unknown): string[] {
  const keys = rows.map(keyOf).filter((key) => key != null)
  const seen = new Set()
  return keys.flatMap((key) => {
    if (seen.has(key)) return [`the ${what} ${String(key)} is in the seed twice`]
    seen.add(key)
    return []
  })
}

const idsOf = (rows: readonly { readonly id: number }[]): ReadonlySet<unknown> => new Set(rows.map(({ id }) => id))
