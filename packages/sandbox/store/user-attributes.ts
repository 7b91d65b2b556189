import { JsonNumber, parseJson, stringifyJson } from '@boardwright/common'
import type { AttributeType, UserAttribute, UserAttributeValue } from '@boardwright/platform'
import { notFound } from '../http/refusal.ts'
import type { Database } from './database.ts'

export interface AttributeRow {
  readonly id: number
  readonly name: string
  readonly type: AttributeType
  readonly display_name: string | null
  readonly default_value: string | null
  readonly description: string | null
}

export const toUserAttribute = (row: AttributeRow): UserAttribute => ({
  id: row.id,
  name: row.name,
  type: row.type,
  displayName: row.display_name,
  defaultValue: row.default_value,
  description: row.description,
})

export function findAttribute(db: Database, id: number): AttributeRow {
  const row = db.get<AttributeRow>('select * from user_attributes where id = ?', id)
  if (!row) throw notFound(`user attribute ${id}`)
  return row
}

export const findAttributeByName = (db: Database, name: string): AttributeRow | undefined =>
  db.get<AttributeRow>('select * from user_attributes where name = ?', name)

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof JsonNumber
const isString = (value: unknown): boolean => typeof value === 'string'

const FITS: Readonly<Record<AttributeType, (value: unknown) => boolean>> = {
  string: isString,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  string_array: (value) => Array.isArray(value) && value.every(isString),
  number_array: (value) => Array.isArray(value) && value.every(isNumber),
}

/** Whether an attribute of this type can have this value, which is not null. */
export const fitsType = (type: AttributeType, value: unknown): boolean => FITS[type](value)

/** As text for people: a list with commas. */
const format = (value: unknown): string =>
  Array.isArray(value) ? value.map(format).join(', ') : typeof value === 'string' ? value : stringifyJson(value)

export const toAttributeValue = (userId: number, row: AttributeRow, value: unknown): UserAttributeValue => ({
  userId,
  userAttributeId: row.id,
  name: row.name,
  type: row.type,
  value,
  formattedValue: value === null ? null : format(value),
  displayName: row.display_name,
  description: row.description,
})

export function readAttributeValues(db: Database, userId: number): UserAttributeValue[] {
  return db
    .all<AttributeRow & { readonly value: string }>(
      `select a.*, v.value from user_attribute_values v join user_attributes a on a.id = v.attribute_id
       where v.user_id = ? order by a.id`,
      userId,
    )
    .map(({ value, ...row }) => toAttributeValue(userId, row, parseJson(value)))
}

/** Null clears the value. */
export function writeAttributeValue(db: Database, userId: number, attributeId: number, value: unknown): void {
  if (value === null) {
    db.run('delete from user_attribute_values where user_id = ? and attribute_id = ?', userId, attributeId)
    return
  }
  db.run(
    `insert into user_attribute_values (user_id, attribute_id, value) values (?, ?, ?)
     on conflict do update set value = excluded.value`,
    userId,
    attributeId,
    stringifyJson(value),
  )
}
