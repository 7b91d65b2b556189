import { parseJson, stringifyJson } from '@boardwright/common'
import type { User } from '@boardwright/platform'
import { badRequest, conflict, forbidden, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { type Database, untilWritten, type Value } from './database.ts'
import { findEmbedUserAsUser } from './embed/user-row.ts'
import { rolesOf } from './roles.ts'
import { addRow, updateRow } from './rows.ts'
import type { UserRow } from './user-row.ts'

/** Fields that only some reads show: SCIM keeps parts of a name that the API of users does not have. */
export interface Profile {
  readonly notifications?: Readonly<Record<string, unknown>>
  readonly title?: string | null
  readonly settings?: User['settings']
  readonly tosAccepted?: User['tosAccepted']
  readonly lastLogin?: string | null
  readonly familyName?: string | null
  readonly displayName?: string | null
}

/** Any user that content may refer to, including deleted users and the external user of an embed session. */
export const findUser = untilWritten((db, id: number): UserRow => {
  const row = db.get<UserRow>('select * from users where id = ?', id) ?? findEmbedUserAsUser(db, id)
  if (!row) throw new Error(`no user ${id}`)
  return row
})

/** A user of the account who still exists. */
export function findAccountUser(db: Database, id: number): UserRow {
  const row = db.get<UserRow>('select * from users where id = ? and deleted_at is null', id)
  if (!row) throw notFound(`user ${id}`)
  return row
}

/** The owner block in content. */
export function findOwner(db: Database, id: number) {
  const { email, first_name, picture } = findUser(db, id)
  return { id, email, firstName: first_name, picture }
}

export const readProfile = ({ profile }: UserRow): Profile => parseJson(profile) as Profile

export function toUser({ db }: Platform, row: UserRow): User {
  const { notifications = {}, title, settings, tosAccepted, lastLogin } = readProfile(row)
  const roles = rolesOf(db, row.id)
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    isAdmin: row.is_admin === 1,
    notifications,
    firstName: row.first_name,
    title: title ?? null,
    picture: row.picture,
    externalId: row.external_id,
    isDeactivated: row.is_deactivated === 1,
    activeRoleId: roles.find(({ built_in }) => built_in === 1)?.id ?? null,
    defaultRoles: roles.map(({ name }) => name),
    settings: settings ?? null,
    tosAccepted: tosAccepted ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastLogin: lastLogin ?? null,
  } as User
}

/** Columns of a user, and parts of the profile. What is absent stays. */
export interface UserChanges {
  readonly columns?: Readonly<Record<string, Value>>
  readonly profile?: Profile
}

/** Writes what differs. A change of nothing leaves `updatedAt` alone. */
export function changeUser({ db, clock }: Platform, row: UserRow, { columns = {}, profile = {} }: UserChanges): void {
  const now: Readonly<Record<string, unknown>> = { ...row }
  const merged = stringifyJson({ ...readProfile(row), ...profile })
  const changed = Object.entries({ ...columns, profile: merged }).filter(([name, value]) => now[name] !== value)
  if (changed.length === 0) return
  updateRow(db, 'users', row.id, { ...Object.fromEntries(changed), updated_at: clock.stamp() })
}

interface Identity {
  readonly email: string
  readonly username: string
  readonly externalId?: string | null | undefined
}

interface NewUser extends Identity {
  readonly firstName?: string | null | undefined
  readonly picture?: string | null | undefined
  readonly isAdmin?: boolean | undefined
  readonly isDeactivated?: boolean | undefined
  readonly profile: Profile
}

export function addUser(platform: Platform, user: NewUser): number {
  const { db, clock } = platform
  return addRow(db, 'users', {
    ...identityColumns(db, user, 0),
    first_name: user.firstName ?? null,
    picture: user.picture ?? null,
    is_admin: user.isAdmin === true ? 1 : 0,
    is_deactivated: user.isDeactivated === true ? 1 : 0,
    profile: stringifyJson(user.profile),
    created_at: clock.stamp(),
    updated_at: clock.stamp(),
  })
}

/**
 * E-mail, user name and external id are each unique, ignoring case. Those of deleted users are free, and the user
 * `own` may keep theirs.
 */
export function identityColumns(db: Database, { externalId, ...names }: Identity, own: number) {
  const [email, username, external_id] = [names.email.trim(), names.username.trim(), externalId ?? null]
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw badRequest(`email: "${email}" is not an e-mail address`)
  if (username === '') throw badRequest('the user name must not be blank')
  const columns = { email, username, external_id }
  for (const [column, text] of Object.entries(columns)) {
    const taken = `select 1 from users where lower(${column}) = lower(?) and id <> ? and deleted_at is null`
    if (text !== null && db.get(taken, text, own)) throw conflict(`another user has the ${NAMES[column]} ${text}`)
  }
  return columns
}

const NAMES: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  username: 'user name',
  external_id: 'external id',
}

/** An account without an admin could never get one again. */
export function requireAnotherAdmin(db: Database, { id, is_admin, is_deactivated }: UserRow): void {
  if (is_admin === 0 || is_deactivated === 1) return
  const another = db.get(
    'select 1 from users where is_admin = 1 and is_deactivated = 0 and deleted_at is null and id <> ?',
    id,
  )
  if (!another) throw forbidden(`user ${id} is the last active admin`)
}

/** Nobody can lock themselves out: 403 when deactivating, 400 when deleting. */
export function setActive(platform: Platform, row: UserRow, active: boolean, callerId: number): void {
  if (!active && row.is_deactivated === 0) {
    if (row.id === callerId) throw forbidden('nobody can deactivate themselves')
    requireAnotherAdmin(platform.db, row)
  }
  changeUser(platform, row, { columns: { is_deactivated: active ? 0 : 1 } })
}

/** What belongs to one user alone. Content stays, and still shows its owner. */
const OWN = ['grants', 'role_assignments', 'user_group_members', 'user_attribute_values', 'user_oauth_tokens'] as const

export function deleteUser({ db, clock }: Platform, row: UserRow, callerId: number): void {
  if (row.id === callerId) throw badRequest('nobody can delete themselves')
  requireAnotherAdmin(db, row)
  for (const table of OWN) db.run(`delete from ${table} where user_id = ?`, row.id)
  updateRow(db, 'users', row.id, { deleted_at: clock.stamp() })
}
