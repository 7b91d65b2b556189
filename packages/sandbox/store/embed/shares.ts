import type { Database, Value } from '../database.ts'
import { readChain } from '../folders.ts'

/** The audience of everybody in an embed session. Any other audience is the name of an embed tenant. */
export const EVERYBODY = '*'

/** The audiences that a workbook is shared with, directly or through a folder above it. */
export function audiencesOf(db: Database, workbook: { readonly id: number; readonly folder_id: number | null }) {
  const direct = db.all<{ tenant: string }>('select tenant from embed_access where workbook_id = ?', workbook.id)
  const inherited = readChain(db, workbook.folder_id).flatMap(({ id }) =>
    db.all<{ tenant: string }>('select tenant from embed_folder_access where folder_id = ?', id),
  )
  return new Set([...direct, ...inherited].map(({ tenant }) => tenant))
}

interface Condition {
  readonly where: string
  readonly values: readonly Value[]
}

/** The folders that are shared with one of these audiences, and everything below them. */
const SHARED_FOLDERS = `with recursive shared(id) as (
  select folder_id from embed_folder_access where tenant in (select value from json_each(?))
  union select f.id from folders f join shared s on f.parent_id = s.id
) select id from shared`

const direct = (audience: string): Condition => ({
  where: 't.id in (select workbook_id from embed_access where tenant = ?)',
  values: [audience],
})

export const inSharedFolder = (audiences: readonly string[]): Condition => ({
  where: `t.folder_id in (${SHARED_FOLDERS})`,
  values: [JSON.stringify(audiences)],
})

export const isSharedFolder = (audiences: readonly string[]): Condition => ({
  where: `t.id in (${SHARED_FOLDERS})`,
  values: [JSON.stringify(audiences)],
})

/** The ways in which a workbook is shared with an embed tenant, each as a condition on workbooks. */
export const accessSources = (tenant: string) =>
  ({
    tenant: direct(tenant),
    allEmbedUsers: direct(EVERYBODY),
    folder: inSharedFolder([tenant, EVERYBODY]),
  }) as const

export const anyOf = (conditions: readonly Condition[]): Condition => ({
  where: `(${conditions.map(({ where }) => where).join(' or ')})`,
  values: conditions.flatMap(({ values }) => values),
})
