import { badRequest, conflict, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { addRow, updateRow } from './rows.ts'
import type { UserRow } from './user-row.ts'

/** A tenant-wide group. Its members here are users of the account; embed users are kept apart. */
export interface UserGroupRow {
  readonly id: number
  readonly name: string
  readonly external_id: string | null
  readonly created_at: string
  readonly updated_at: string
}

export interface UserGroup {
  readonly name: string
  readonly externalId: string | null
  readonly members: readonly number[]
}

export function findUserGroup(db: Database, id: number): UserGroupRow {
  const row = db.get<UserGroupRow>('select * from user_groups where id = ?', id)
  if (!row) throw notFound(`group ${id}`)
  return row
}

export const membersOf = (db: Database, groupId: number): UserRow[] =>
  db.all<UserRow>(
    'select u.* from users u join user_group_members m on m.user_id = u.id where m.group_id = ? order by u.id',
    groupId,
  )

export const groupsOf = (db: Database, userId: number): UserGroupRow[] =>
  db.all<UserGroupRow>(
    'select g.* from user_groups g join user_group_members m on m.group_id = g.id where m.user_id = ? order by g.id',
    userId,
  )

export function addUserGroup({ db, clock }: Platform, group: UserGroup): number {
  const name = requireFreeName(db, group, 0)
  const [created_at, updated_at] = [clock.stamp(), clock.stamp()]
  const id = addRow(db, 'user_groups', { name, external_id: group.externalId, created_at, updated_at })
  setMembers(db, id, group.members)
  return id
}

/** Writes what differs. A change of nothing leaves `updated_at` alone. */
export function changeUserGroup({ db, clock }: Platform, row: UserGroupRow, group: UserGroup): void {
  const name = requireFreeName(db, group, row.id)
  const members = setMembers(db, row.id, group.members)
  if (!members && name === row.name && group.externalId === row.external_id) return
  updateRow(db, 'user_groups', row.id, { name, external_id: group.externalId, updated_at: clock.stamp() })
}

export function deleteUserGroup(db: Database, id: number): void {
  db.run('delete from user_groups where id = ?', findUserGroup(db, id).id)
}

/** Returns whether anything changed. */
function setMembers(db: Database, groupId: number, members: readonly number[]): boolean {
  const before = new Set(membersOf(db, groupId).map(({ id }) => id))
  const after = new Set(members)
  const gone = [...before].filter((id) => !after.has(id))
  const come = [...after].filter((id) => !before.has(id))
  for (const id of gone) db.run('delete from user_group_members where group_id = ? and user_id = ?', groupId, id)
  for (const id of come) db.run('insert into user_group_members (group_id, user_id) values (?, ?)', groupId, id)
  return gone.length + come.length > 0
}

const RESERVED = 'system:'

function requireFreeName(db: Database, { name, externalId }: UserGroup, own: number): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('displayName: must not be blank', 'invalidValue')
  if (trimmed.toLowerCase().startsWith(RESERVED)) {
    throw badRequest(`displayName: "${RESERVED}" is a reserved prefix`, 'invalidValue')
  }
  const others = db.all<UserGroupRow>('select * from user_groups where id <> ?', own)
  if (others.some((other) => other.name.toLowerCase() === trimmed.toLowerCase())) {
    throw conflict(`another group has the name "${trimmed}"`)
  }
  if (externalId !== null && others.some((other) => other.external_id === externalId)) {
    throw conflict(`another group has the external id ${externalId}`)
  }
  return trimmed
}
