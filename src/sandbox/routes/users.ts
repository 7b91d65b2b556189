import type { users as area, User } from '../../api/users.ts'
import { parseJson } from '../../json.ts'
import type { Routes } from '../http/route.ts'
import { findUser } from '../store/users.ts'

export const users: Routes<typeof area> = {
  getMe({ platform, caller }) {
    const row = findUser(platform.db, caller.userId)
    return {
      ...(parseJson(row.profile) as Partial<User>),
      id: row.id,
      email: row.email,
      username: row.username,
      firstName: row.first_name,
      picture: row.picture,
      isAdmin: row.is_admin === 1,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    } as User
  },
}
