import { stringifyJson } from '@boardwright/common'
import type { Seed } from '../seeds/seed.ts'
import type { Database } from './database.ts'
import { giveFirstRoles, giveRole, plantRoles, writePolicies } from './roles.ts'
import { addRow, insertRow } from './rows.ts'
import { writeTenantSettings } from './tenant.ts'
import { writeAttributeValue } from './user-attributes.ts'

/** Users with their roles, groups and attributes, and the settings of the account. */
export function plantAccount(db: Database, { users, account }: Seed): void {
  plantRoles(db)
  for (const user of users) plantUser(db, user)
  for (const { id, name, externalId = null, members, createdAt, updatedAt } of account.groups) {
    insertRow(db, 'user_groups', { id, name, external_id: externalId, created_at: createdAt, updated_at: updatedAt })
    for (const userId of members) insertRow(db, 'user_group_members', { group_id: id, user_id: userId })
  }
  for (const { id, name, type, displayName, defaultValue, description } of account.userAttributes) {
    insertRow(db, 'user_attributes', {
      id,
      name,
      type,
      display_name: displayName ?? null,
      default_value: defaultValue ?? null,
      description: description ?? null,
    })
  }
  for (const { userId, userAttributeId, value } of account.userAttributeValues) {
    writeAttributeValue(db, userId, userAttributeId, value)
  }
  for (const { name, description = null, policies, userIds } of account.roles) {
    const id = addRow(db, 'roles', { name, description, policies: writePolicies(policies), built_in: 0 })
    for (const userId of userIds) giveRole(db, userId, id)
  }
  if (account.settings) writeTenantSettings(db, account.settings)
}

function plantUser(db: Database, user: Seed['users'][number]): void {
  const { id, email, username, firstName, picture, isAdmin, isDeactivated, defaultRoles, ...rest } = user
  const { createdAt, updatedAt, ...profile } = rest
  insertRow(db, 'users', {
    id,
    email,
    username,
    first_name: firstName ?? null,
    picture: picture ?? null,
    is_admin: isAdmin ? 1 : 0,
    is_deactivated: isDeactivated ? 1 : 0,
    profile: stringifyJson(profile),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  giveFirstRoles(db, { id, isAdmin }, defaultRoles)
}
