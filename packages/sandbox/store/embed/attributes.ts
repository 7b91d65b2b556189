import { parseJson, stringifyJson } from '@boardwright/common'
import type { UserAttributeDefinition } from '@boardwright/platform'
import { badRequest } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { Database } from '../database.ts'
import { insertRow, updateRow } from '../rows.ts'
import { type AttributeRow, fitsType } from '../user-attributes.ts'
import { requireDistinct } from './names.ts'
import type { Scope } from './scope.ts'

const findAttribute = (db: Database, scope: Scope, name: string): AttributeRow | undefined =>
  db.get<AttributeRow>(`select * from ${scope.attributes} where name = ? and ${scope.where}`, name, ...scope.bound)

/** Creates what is missing, and updates what differs. A type never changes. */
export function upsertAttributes(
  { db, clock }: Platform,
  scope: Scope,
  tenantId: number,
  definitions: readonly UserAttributeDefinition[],
): void {
  requireDistinct('userAttributeDefinitions', definitions)
  for (const { name, type, displayName, defaultValue, description } of definitions) {
    const sent = { display_name: displayName, default_value: defaultValue, description }
    const columns = Object.fromEntries(Object.entries(sent).filter(([, value]) => value != null)) as Record<
      string,
      string
    >
    const known = findAttribute(db, scope, name)
    if (!known) {
      insertRow(db, scope.attributes, { tenant_id: tenantId, name, type, ...columns, created_at: clock.stamp() })
    } else if (known.type !== type) {
      throw badRequest(`cannot change type of the user attribute "${name}" from ${known.type} to ${type}`)
    } else updateRow(db, scope.attributes, known.id, columns)
  }
}

interface Sent {
  readonly name: string
  readonly value?: unknown
}

/** Overwrites the values of the sent names, and clears those sent without a value. The others stay. */
export function assignValues(db: Database, scope: Scope, userId: number, sent: readonly Sent[]): void {
  requireDistinct('userAttributes', sent)
  const found = sent.map((each) => ({ ...each, row: findAttribute(db, scope, each.name) }))
  const missing = found.filter(({ row }) => row === undefined).map(({ name }) => name)
  if (missing.length > 0) throw badRequest(`User attributes not found: ${missing.join(', ')}`)
  for (const { name, value, row } of found) {
    if (!row) continue
    db.run(`delete from ${scope.values} where user_id = ? and attribute_id = ?`, userId, row.id)
    if (value == null) continue
    if (!fitsType(row.type, value)) throw badRequest(`the value of the user attribute "${name}" must be a ${row.type}`)
    insertRow(db, scope.values, { user_id: userId, attribute_id: row.id, value: stringifyJson(value) })
  }
}

/** The values of a user, by attribute name. */
export function valuesOf(db: Database, scope: Scope, userId: number): Record<string, unknown> {
  const rows = db.all<{ name: string; value: string }>(
    `select a.name, v.value from ${scope.attributes} a join ${scope.values} v on v.attribute_id = a.id
     where v.user_id = ? and ${scope.where} order by a.name`,
    userId,
    ...scope.bound,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, parseJson(value)]))
}
