export interface UserRow {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly first_name: string | null
  readonly picture: string | null
  readonly is_admin: number
  readonly is_deactivated: number
  readonly external_id: string | null
  /** Everything else about a user, as JSON. */
  readonly profile: string
  readonly created_at: string
  readonly updated_at: string
  readonly deleted_at: string | null
}
