import type { Api, UserAttributeUpdateInput } from '@boardwright/platform'
import { listAnswer, type PageQuery, readPage } from '../http/paging.ts'
import { badRequest, conflict, forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import type { Value } from '../store/database.ts'
import { addRow, storedName, updateRow } from '../store/rows.ts'
import {
  type AttributeRow,
  findAttribute,
  findAttributeByName,
  fitsType,
  readAttributeValues,
  toAttributeValue,
  toUserAttribute,
  writeAttributeValue,
} from '../store/user-attributes.ts'
import { findAccountUser } from '../store/users.ts'

export const userAttributes: Routes<Api['userAttributes']> = {
  getUserAttributes({ platform, query }) {
    const { first, after, offset, limit, name, type } = query
    const byCursor = first !== undefined || after !== undefined
    const style: PageQuery = byCursor ? { first, after } : { first: limit, offset: offset ?? 0 }
    const conditions: [string, Value][] = []
    if (name != null) conditions.push(['t.name = ?', name])
    if (type != null) conditions.push(['t.type = ?', type])
    const { rows, pageInfo, count } = readPage<AttributeRow>(
      platform.db,
      platform.switches,
      {
        from: 'user_attributes t',
        where: ['true', ...conditions.map(([condition]) => condition)].join(' and '),
        values: conditions.map(([, value]) => value),
        orderBy: 't.id',
        descending: true,
      },
      style,
    )
    return listAnswer(rows.map(toUserAttribute), pageInfo, count)
  },

  createUserAttribute({ platform: { db }, body }) {
    const name = storedName(body.name)
    if (findAttributeByName(db, name)) throw conflict(`there is a user attribute "${name}"`)
    const id = addRow(db, 'user_attributes', {
      name,
      type: body.type,
      display_name: body.displayName ?? null,
      default_value: body.defaultValue ?? null,
      description: body.description ?? null,
    })
    return toUserAttribute(findAttribute(db, id))
  },

  updateUserAttribute({ platform, path: { id }, body }) {
    findAttribute(platform.db, id)
    updateRow(platform.db, 'user_attributes', id, columnsOf(platform, body))
    return toUserAttribute(findAttribute(platform.db, id))
  },

  upsertUserAttributeValue({ platform: { db }, body }) {
    const { id: userId } = findAccountUser(db, readId('userId', body.userId))
    const attribute = findAttribute(db, readId('userAttributeId', body.userAttributeId))
    const value = body.value ?? null
    if (value !== null && !fitsType(attribute.type, value)) {
      throw badRequest(`value: "${attribute.name}" is of the type ${attribute.type}`)
    }
    writeAttributeValue(db, userId, attribute.id, value)
    return toAttributeValue(userId, attribute, value)
  },

  getUserAttributeValues({ platform: { db }, caller, path: { userId } }) {
    if (!caller.isAdmin && caller.userId !== userId) throw forbidden('only admins read the attributes of other users')
    return readAttributeValues(db, findAccountUser(db, userId).id)
  },
}

const COLUMNS = { displayName: 'display_name', defaultValue: 'default_value', description: 'description' } as const

function columnsOf({ switches }: Platform, body: UserAttributeUpdateInput): Record<string, string | null> {
  const columns: Record<string, string | null> = {}
  for (const [field, column] of Object.entries(COLUMNS)) {
    const sent = body[field as keyof typeof COLUMNS]
    if (sent === undefined || (sent === null && switches.nulls === 'ignore')) continue
    columns[column] = sent
  }
  return columns
}

/** Ids in this body are texts. */
function readId(field: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${field}: "${text}" is not an id`)
  return Number(text)
}
