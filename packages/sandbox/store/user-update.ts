import type { UserUpdateInput } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Value } from './database.ts'
import type { Profile, UserChanges } from './users.ts'

/** The changes in a user update: the sent fields, both those that may be null and those that may not. */
export function readUpdate({ switches }: Platform, body: UserUpdateInput): UserChanges {
  const columns: Record<string, Value> = {}
  const profile: Record<string, unknown> = {}
  const isSent = (value: unknown): boolean => value !== undefined && !(value === null && switches.nulls === 'ignore')

  if (body.isAdmin != null) columns['is_admin'] = body.isAdmin ? 1 : 0
  if (isSent(body.firstName)) columns['first_name'] = body.firstName ?? null
  if (isSent(body.picture)) columns['picture'] = textOf('picture', body.picture)
  for (const field of ['title', 'settings', 'tosAccepted'] as const) {
    if (isSent(body[field])) profile[field] = body[field]
  }
  if (isSent(body.lastLogin)) profile['lastLogin'] = dateOf('lastLogin', body.lastLogin)
  if (isSent(body.notifications)) profile['notifications'] = switchedOn(body.notifications ?? [])
  return { columns, profile: profile as Profile }
}

/** Sent as names, read back as an object. */
const switchedOn = (names: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(names.map((name) => [name, true]))

/** The platform declares these fields without a type, but they can only be read back as some values. */
export function textOf(field: string, value: unknown): string | null {
  if (value === null || typeof value === 'string') return value
  throw badRequest(`${field}: expected a text or null`)
}

function dateOf(field: string, value: unknown): string | null {
  const text = textOf(field, value)
  if (text !== null && (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(Date.parse(text)))) {
    throw badRequest(`${field}: "${text}" is not a date`)
  }
  return text
}
