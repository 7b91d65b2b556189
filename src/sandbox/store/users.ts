import type { Database } from './database.ts'

export interface UserRow {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly first_name: string | null
  readonly picture: string | null
  readonly is_admin: number
  /** The rest of what the API shows of a user, as JSON. */
  readonly profile: string
  readonly created_at: string
  readonly updated_at: string
}

export function findUser(db: Database, id: number): UserRow {
  const row = db.get<UserRow>('select * from users where id = ?', id)
  if (!row) throw new Error(`no user ${id}`)
  return row
}

/** Built-in roles below AI BI User. */
const VIEWERS = new Set(['AIBIViewer', 'Guest', 'EmbedUser'])

/** A user without default roles is an AI BI User. */
export function mayCreate({ is_admin, profile }: Pick<UserRow, 'is_admin' | 'profile'>): boolean {
  const { defaultRoles } = JSON.parse(profile) as { defaultRoles?: readonly string[] | null }
  return is_admin === 1 || defaultRoles == null || defaultRoles.some((role) => !VIEWERS.has(role))
}

/** The owner block that content carries. */
export function findOwner(db: Database, id: number) {
  const { email, first_name, picture } = findUser(db, id)
  return { id, email, firstName: first_name, picture }
}
