import { isTrue, SCIM, type ScimUser, type ScimUserInput } from '@boardwright/platform'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { groupsOf } from '../store/groups.ts'
import { giveFirstRoles } from '../store/roles.ts'
import type { UserRow } from '../store/user-row.ts'
import { addUser, changeUser, findAccountUser, identityColumns, readProfile, setActive } from '../store/users.ts'
import { USER_ATTRIBUTES } from './attributes.ts'
import type { Writable } from './patch.ts'

export const WRITABLE_USER: Writable = {
  single: ['userName', 'externalId', 'displayName', 'title', 'active'],
  complex: { name: ['givenName', 'familyName', 'formatted'] },
  lists: { emails: ['value', 'type', 'primary'] },
  fixed: ['id', 'groups', 'meta', 'schemas'],
  attributes: USER_ATTRIBUTES,
}

/** An id is a text here, and a request may contain any text. */
export function readScimId(kind: string, text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(`${kind} ${text}`)
  return Number(text)
}

const placeOf = ({ url }: Platform, collection: 'Users' | 'Groups', id: number): string =>
  `${url}/api/scim/v2/${collection}/${id}`

export const metaOf = (
  platform: Platform,
  resourceType: 'User' | 'Group',
  row: { readonly id: number; readonly created_at: string; readonly updated_at: string },
) => ({
  resourceType,
  created: row.created_at,
  lastModified: row.updated_at,
  location: placeOf(platform, `${resourceType}s`, row.id),
})

/** Attributes without a value are left out. */
export function toScimUser(platform: Platform, row: UserRow): ScimUser {
  const { familyName, displayName, title } = readProfile(row)
  const names = { givenName: row.first_name, familyName }
  const formatted = Object.values(names).filter((part) => part != null)
  return withoutNull({
    schemas: [SCIM.user],
    id: String(row.id),
    externalId: row.external_id,
    userName: row.username,
    name: formatted.length === 0 ? null : withoutNull({ ...names, formatted: formatted.join(' ') }),
    displayName,
    title,
    active: row.is_deactivated === 0,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: groupsOf(platform.db, row.id).map(({ id, name }) => ({
      value: String(id),
      display: name,
      $ref: placeOf(platform, 'Groups', id),
    })),
    meta: metaOf(platform, 'User', row),
  }) as ScimUser
}

export const withoutNull = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))

/** The primary address, else the first one, else a user name that is an address. */
function emailOf({ userName, emails }: ScimUserInput, otherwise?: string): string {
  const given = emails?.findLast(({ primary }) => primary != null && isTrue(primary)) ?? emails?.[0]
  const email = given?.value ?? (userName.includes('@') ? userName : otherwise)
  if (email === undefined) throw badRequest('emails: an e-mail address is needed', 'invalidValue')
  return email
}

const profileOf = ({ name, displayName, title }: ScimUserInput) => ({
  title: title ?? null,
  familyName: name?.familyName ?? null,
  displayName: displayName ?? null,
})

export function addScimUser(platform: Platform, input: ScimUserInput): UserRow {
  const id = addUser(platform, {
    email: emailOf(input),
    username: input.userName,
    firstName: input.name?.givenName,
    externalId: input.externalId,
    isDeactivated: input.active != null && !isTrue(input.active),
    profile: { notifications: {}, settings: null, ...profileOf(input) },
  })
  giveFirstRoles(platform.db, { id, isAdmin: false }, undefined)
  return findAccountUser(platform.db, id)
}

export function replaceScimUser(platform: Platform, row: UserRow, input: ScimUserInput, callerId: number): UserRow {
  const { db } = platform
  const email = emailOf(input, row.email)
  const identity = identityColumns(db, { email, username: input.userName, externalId: input.externalId }, row.id)
  if (input.active != null) setActive(platform, row, isTrue(input.active), callerId)
  changeUser(platform, findAccountUser(db, row.id), {
    columns: { ...identity, first_name: input.name?.givenName ?? null },
    profile: profileOf(input),
  })
  return findAccountUser(db, row.id)
}
