import { z } from 'zod'
import { area } from './endpoint.ts'
import { cursorQuery, Id, offsetQuery, PageInfo } from './shared.ts'

export const AttributeType = z
  .enum(['string', 'number', 'boolean', 'string_array', 'number_array'])
  .meta({ id: 'AttributeType' })
export type AttributeType = z.output<typeof AttributeType>

/** The parts of a definition that may change later. */
const described = {
  displayName: z.string().nullish(),
  defaultValue: z.string().nullish(),
  description: z.string().nullish(),
}

export const UserAttribute = z
  .looseObject({ id: Id, name: z.string(), type: AttributeType, ...described })
  .meta({ id: 'UserAttribute' })
export type UserAttribute = z.output<typeof UserAttribute>

export const UserAttributeValue = z
  .looseObject({
    userId: Id,
    userAttributeId: Id,
    name: z.string(),
    type: AttributeType,
    value: z.unknown().optional(),
    formattedValue: z.unknown().optional(),
    displayName: z.string().nullish(),
    description: z.string().nullish(),
  })
  .meta({ id: 'UserAttributeValue' })
export type UserAttributeValue = z.output<typeof UserAttributeValue>

const UserAttributeUpdateInput = z.looseObject(described).meta({ id: 'UserAttributeUpdateInput' })
export type UserAttributeUpdateInput = z.output<typeof UserAttributeUpdateInput>

const row = { auth: 'bearer', account: true } as const

export const userAttributes = area('User Attributes', {
  getUserAttributes: {
    ...row,
    method: 'GET',
    path: '/api/v1/user-attributes',
    summary: 'List the tenant-wide attribute definitions, the newest first.',
    repeat: 'safe',
    params: z.object({}),
    query: z.object({
      ...offsetQuery,
      name: z.string().nullish().describe('The exact name.'),
      type: AttributeType.nullish(),
      ...cursorQuery,
    }),
    response: z
      .looseObject({
        items: z.array(UserAttribute),
        pageInfo: PageInfo.nullish(),
        data: z.array(UserAttribute).describe('Deprecated: the same rows as `items`.'),
        count: z.int().min(0).describe('Deprecated: all rows that fit, ignoring pages.'),
      })
      .meta({ id: 'UserAttributesListResponse' }),
    chosen: 'Every user may read them. `offset` and `limit` are ignored beside `first` or `after`.',
  },
  createUserAttribute: {
    ...row,
    method: 'POST',
    path: '/api/v1/user-attributes',
    summary: 'Define a tenant-wide attribute. Its name and type cannot be changed.',
    admin: true,
    repeat: 'look',
    params: z.object({}),
    body: z
      .looseObject({ name: z.string().min(1), type: AttributeType, ...described })
      .meta({ id: 'UserAttributeCreateInput' }),
    response: UserAttribute,
    chosen: 'Admins only. A name that is taken is a 409. Names are trimmed, and case counts.',
    refused: {
      409: 'The name is taken.',
    },
  },
  updateUserAttribute: {
    ...row,
    method: 'PUT',
    path: '/api/v1/user-attributes/{id}',
    summary: 'Update the sent fields of an attribute definition.',
    admin: true,
    repeat: 'safe',
    params: z.object({ id: Id }),
    body: UserAttributeUpdateInput,
    response: UserAttribute,
    chosen: 'Admins only. What is not sent stays; a switch decides whether null clears.',
  },
  upsertUserAttributeValue: {
    ...row,
    method: 'POST',
    path: '/api/v1/user-attribute-values',
    summary: "Set a user's value of an attribute.",
    admin: true,
    repeat: 'safe',
    params: z.object({}),
    body: z
      .looseObject({ userId: z.string().min(1), userAttributeId: z.string().min(1), value: z.unknown().optional() })
      .meta({ id: 'UserAttributeValueCreateInput' }),
    response: UserAttributeValue,
    chosen:
      'Admins only. The value must be of the type of the definition; null or none clears it. An unknown user ' +
      'or attribute is a 404, an id that is not a number a 400.',
    refused: {
      400: 'The value is not of the type of the attribute.',
      404: 'There is no such user or attribute.',
    },
  },
  getUserAttributeValues: {
    ...row,
    method: 'GET',
    path: '/api/v1/user-attribute-values/{userId}',
    summary: "Read a user's attribute values, as one list.",
    repeat: 'safe',
    params: z.object({ userId: Id }),
    response: z.array(UserAttributeValue),
    chosen: 'Admins read those of every user, others their own. Attributes without a value are left out.',
    refused: {
      403: 'Only admins read the attributes of other users.',
    },
  },
})
