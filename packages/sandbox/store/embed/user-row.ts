import type { Database } from '../database.ts'
import type { UserRow } from '../user-row.ts'
import { findEmbedUser } from './users.ts'

/** An external user where a user of the account is expected: as the owner of something made in creator mode. */
export function findEmbedUserAsUser(db: Database, id: number): UserRow | undefined {
  const row = findEmbedUser(db, id)
  if (!row) return undefined
  return {
    id: row.id,
    email: row.email ?? row.external_id,
    username: row.username,
    first_name: row.display_name,
    picture: row.picture,
    is_admin: 0,
    is_deactivated: 0,
    external_id: row.external_id,
    profile: '{}',
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: null,
  }
}
