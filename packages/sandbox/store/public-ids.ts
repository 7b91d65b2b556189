import { createHash, randomBytes } from 'node:crypto'
import { PLACEHOLDER_PUBLIC_ID } from '@boardwright/platform'
import { badRequest, conflict } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** All reports without a stable id share this many placeholders. */
const PLACEHOLDERS = 3

/** What is shown for a report older than stable ids: derived from its internal id, and not unique. */
export const placeholderOf = (id: number): string => String(id % PLACEHOLDERS).padStart(12, '0')

export const isPlaceholder = (publicId: string): boolean => PLACEHOLDER_PUBLIC_ID.test(publicId)

/** The reports of a deployment that have this placeholder. */
export const findByPlaceholder = (db: Database, deploymentId: number, publicId: string): { id: number }[] =>
  db
    .all<{ id: number }>('select id from reports where deployment_id = ? and public_id is null', deploymentId)
    .filter(({ id }) => placeholderOf(id) === publicId)

export function mintPublicId(): string {
  return [...randomBytes(12)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** A dashboard's public id: from the same alphabet, derived from its deployment and workbook. */
export const dashboardPublicId = (deploymentId: number, workbookId: number): string =>
  createHash('sha256').update(`dashboard ${deploymentId} ${workbookId}`).digest('hex').slice(0, 16)

/** Refuses what cannot become a report's public id: placeholders, ids in use anywhere in the account, retired ids. */
export function requireFreePublicId({ db, switches }: Platform, publicId: string): void {
  if (isPlaceholder(publicId)) {
    throw badRequest(`"${publicId}" is a placeholder, not an id: choose a 12-character id of your own`)
  }
  if (db.get('select 1 from reports where public_id = ?', publicId)) {
    throw conflict(`the public id "${publicId}" belongs to another report of this account`)
  }
  const retired = db.get('select 1 from retired_public_ids where public_id = ?', publicId)
  if (retired && switches.deletedPublicId === 'retired') {
    throw conflict(`the public id "${publicId}" belonged to a report that was deleted`)
  }
}
