import type { GroupDefinition, UserGroup } from '@boardwright/platform'
import { badRequest, notFound } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { Database, Value } from '../database.ts'
import { insertRow, updateRow } from '../rows.ts'
import { requireDistinct } from './names.ts'
import type { Scope } from './scope.ts'
import { contains } from './users.ts'

export interface GroupRow {
  readonly id: number
  readonly tenant_id: number
  readonly name: string
  readonly description: string | null
}

export function findGroup(db: Database, tenantId: number, id: number): GroupRow {
  const row = db.get<GroupRow>('select * from embed_groups where id = ? and tenant_id = ?', id, tenantId)
  if (!row) throw notFound(`group ${id}`)
  return row
}

export const findGroupByName = (db: Database, tenantId: number, name: string): GroupRow | undefined =>
  db.get<GroupRow>('select * from embed_groups where name = ? and tenant_id = ?', name, tenantId)

/**
 * The groups of a tenant whose names contain the text, in any case. Filtered here because SQL ignores case for ASCII
 * letters only.
 */
export function groupsFoundBy(db: Database, tenantId: number, search: string): { where: string; values: Value[] } {
  const rows = db.all<GroupRow>('select * from embed_groups where tenant_id = ?', tenantId)
  const ids = rows.filter(({ name }) => contains(name, search.toLowerCase())).map(({ id }) => id)
  return { where: 't.id in (select value from json_each(?))', values: [JSON.stringify(ids)] }
}

/** The prefix of sharing groups that the platform makes for itself. */
const RESERVED = 'system:'

export function addGroup({ db, clock }: Platform, tenantId: number, name: string, description: string | null): void {
  if (name.toLowerCase().startsWith(RESERVED)) throw badRequest(`name: "${RESERVED}" is a reserved prefix`)
  insertRow(db, 'embed_groups', { tenant_id: tenantId, name, description, created_at: clock.stamp() })
}

/** Creates what is missing. A description is updated if it is sent and different, and never cleared. */
export function upsertGroups(platform: Platform, tenantId: number, definitions: readonly GroupDefinition[]): void {
  requireDistinct('group definitions', definitions)
  for (const { name, description } of definitions) {
    const known = findGroupByName(platform.db, tenantId, name)
    if (!known) addGroup(platform, tenantId, name, description || null)
    else if (description && description !== known.description) {
      updateRow(platform.db, 'embed_groups', known.id, { description })
    }
  }
}

/** Replaces the memberships of one user in one scope by exactly these groups. */
export function replaceGroups(db: Database, scope: Scope, userId: number, names: readonly string[]): void {
  const wanted = findGroups(db, scope, names)
  const before = db
    .all<{ id: number }>(
      `select g.id from ${scope.groups} g join ${scope.members} m on m.group_id = g.id
       where m.user_id = ? and ${scope.where}`,
      userId,
      ...scope.bound,
    )
    .map(({ id }) => id)
  for (const id of before.filter((each) => !wanted.includes(each))) {
    db.run(`delete from ${scope.members} where group_id = ? and user_id = ?`, id, userId)
  }
  for (const id of wanted.filter((each) => !before.includes(each))) {
    insertRow(db, scope.members, { group_id: id, user_id: userId })
  }
}

function findGroups(db: Database, scope: Scope, names: readonly string[]): number[] {
  const found = new Map(
    [...new Set(names)].map((name) => [
      name,
      db.get<{ id: number }>(
        `select id from ${scope.groups} where name = ? and ${scope.where} order by id limit 1`,
        name,
        ...scope.bound,
      )?.id,
    ]),
  )
  const missing = [...found].filter(([, id]) => id === undefined).map(([name]) => name)
  if (missing.length > 0) throw badRequest(`Groups with names ${missing.join(', ')} not found`)
  return [...found.values()].filter((id) => id !== undefined)
}

export const groupNamesOf = (db: Database, scope: Scope, userId: number): string[] =>
  db
    .all<{ name: string }>(
      `select g.name from ${scope.groups} g join ${scope.members} m on m.group_id = g.id
       where m.user_id = ? and ${scope.where} order by g.name`,
      userId,
      ...scope.bound,
    )
    .map(({ name }) => name)

export function countMembers(db: Database, groupId: number): number {
  return db.get<{ n: number }>('select count(*) as n from embed_group_members where group_id = ?', groupId)?.n ?? 0
}

export const toUserGroup = (db: Database, { id, name, description }: GroupRow): UserGroup => ({
  id,
  name,
  description,
  userCount: countMembers(db, id),
})
