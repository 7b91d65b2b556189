import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashKey } from '../http/auth.ts'
import type { Database } from './database.ts'
import { insertRow } from './rows.ts'

export interface Keys {
  /** An unscoped key of an admin. */
  readonly admin: string
  /** A personal key of a user who is not an admin. */
  readonly member: string
  /** A key of an admin, for the first deployment only. */
  readonly scoped: string
}

export interface NewKey {
  readonly userId: number
  readonly name: string
  readonly scope?: readonly number[] | undefined
  readonly personal?: boolean | undefined
  readonly expiresAt?: string | undefined
}

export const mintKey = (): string => `bw-sandbox-${randomBytes(24).toString('hex')}`

/** The database holds hashes only, so the sandbox's own keys are kept beside it, readable by their owner only. */
export function keepKeys(directory: string): Keys & { readonly control: string } {
  const file = join(directory, 'keys.json')
  if (statSync(file, { throwIfNoEntry: false }))
    return JSON.parse(readFileSync(file, 'utf8')) as Keys & { control: string }
  const keys = { admin: mintKey(), member: mintKey(), scoped: mintKey(), control: mintKey() }
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

export function addKey(db: Database, key: string, { userId, name, scope, personal, expiresAt }: NewKey): void {
  insertRow(db, 'api_keys', {
    hash: hashKey(key),
    user_id: userId,
    name,
    scope: scope ? JSON.stringify(scope) : null,
    personal: personal ? 1 : 0,
    // In the same form as all stored times, because they are compared as texts.
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  })
}

/** The three keys of every sandbox: two of the first admin, one of the first user who is not an admin. */
export function addOwnKeys(db: Database, keys: Keys, firstDeployment: number): void {
  const first = (isAdmin: 0 | 1): number =>
    db.get<{ id: number }>('select id from users where is_admin = ? order by id limit 1', isAdmin)?.id ?? 0
  addKey(db, keys.admin, { userId: first(1), name: 'admin' })
  addKey(db, keys.member, { userId: first(0), name: 'member', personal: true })
  addKey(db, keys.scoped, { userId: first(1), name: 'scoped', scope: [firstDeployment] })
}
