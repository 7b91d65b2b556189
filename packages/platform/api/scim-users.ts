import { z } from 'zod'
import { area } from './endpoint.ts'
import {
  SCIM,
  ScimFlag,
  ScimMeta,
  ScimParams,
  ScimPatch,
  ScimSearch,
  schemasWith,
  scimListOf,
  scimListQuery,
  scimQuery,
  scimRow,
} from './scim.ts'

const Email = z.looseObject({ value: z.string(), type: z.string().nullish(), primary: ScimFlag.nullish() })

const Name = z.looseObject({
  givenName: z.string().nullish(),
  familyName: z.string().nullish(),
  formatted: z.string().nullish(),
})

const written = {
  schemas: schemasWith(SCIM.user),
  userName: z.string().min(1),
  externalId: z.string().nullish(),
  name: Name.nullish(),
  displayName: z.string().nullish(),
  title: z.string().nullish(),
  active: ScimFlag.nullish(),
  emails: z.array(Email).nullish(),
}

export const ScimUserInput = z.looseObject(written).meta({ id: 'ScimUserInput' })
export type ScimUserInput = z.output<typeof ScimUserInput>

/**
 * The platform also sends a `$ref` to the group. The schema leaves it out, because validators take it for a reference
 * of their own.
 */
const Membership = z.looseObject({ value: z.string().optional(), display: z.string().optional() })

/** Requests may ask for some attributes only, so all but the id and the schemas are optional. */
export const ScimUser = z
  .looseObject({
    ...written,
    userName: z.string().optional(),
    id: z.string(),
    active: z.boolean().optional(),
    emails: z.array(Email.partial()).optional(),
    groups: z.array(Membership).optional(),
    meta: ScimMeta.optional(),
  })
  .meta({ id: 'ScimUser' })
export type ScimUser = z.output<typeof ScimUser>

const PATH = '/api/scim/v2/Users'

export const scimUsers = area('SCIM Users', {
  listScimUsers: {
    ...scimRow,
    method: 'GET',
    path: PATH,
    summary: 'List the users of the account, page by page or by a filter.',
    repeat: 'safe',
    params: z.object({}),
    query: scimListQuery,
    response: scimListOf(ScimUser).meta({ id: 'ScimUserList' }),
    chosen:
      'By id. 100 per page without `count`. Filters take every operator of RFC 7644, `and`, `or`, `not`, ' +
      'brackets, and the attributes that a user has here; another attribute is `invalidFilter`.',
    refused: {
      400: 'The `filter` is invalid.',
    },
  },
  searchScimUsers: {
    ...scimRow,
    method: 'POST',
    path: `${PATH}/.search`,
    summary: 'The same as the list, with its query in the body.',
    repeat: 'safe',
    params: z.object({}),
    body: ScimSearch,
    response: scimListOf(ScimUser).meta({ id: 'ScimUserFound' }),
    refused: {
      400: 'The `filter` is invalid.',
    },
  },
  createScimUser: {
    ...scimRow,
    method: 'POST',
    path: PATH,
    summary: 'Create a user.',
    repeat: 'look',
    params: z.object({}),
    query: scimQuery,
    body: ScimUserInput,
    response: ScimUser,
    status: 201,
    chosen:
      'One e-mail address is kept: the primary one, else the first, else `userName`. `name.givenName` is the first ' +
      'name. The user is an AI BI User, not an admin. A user name, address or external id that is taken is a 409. ' +
      'Attributes not listed are ignored, here and in a patch. A boolean may be a text.',
    refused: {
      400: 'The name is blank, or there is no valid address.',
      409: 'The user name, the address or the external id is taken.',
    },
  },
  getScimUser: {
    ...scimRow,
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a user.',
    repeat: 'safe',
    params: ScimParams,
    query: scimQuery,
    response: ScimUser,
  },
  replaceScimUser: {
    ...scimRow,
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Replace a user: what is not sent is cleared.',
    repeat: 'safe',
    params: ScimParams,
    query: scimQuery,
    body: ScimUserInput,
    response: ScimUser,
    chosen:
      '`active` stays as it is when it is not sent. Nobody deactivates themselves or the last active admin (403).',
    refused: {
      403: 'Nobody deactivates themselves or the last active admin.',
      409: 'The user name, the address or the external id is taken.',
    },
  },
  patchScimUser: {
    ...scimRow,
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Change parts of a user: all operations, or none.',
    repeat: 'look',
    params: ScimParams,
    query: scimQuery,
    body: ScimPatch,
    response: ScimUser,
    chosen: 'Answers 200 with the user. Names of operations and attributes are read ignoring case.',
    refused: {
      400: 'An operation does not apply.',
      403: 'Nobody deactivates themselves or the last active admin.',
      409: 'The user name, the address or the external id is taken.',
    },
  },
  deleteScimUser: {
    ...scimRow,
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a user.',
    repeat: 'safe',
    params: ScimParams,
    response: null,
    status: 204,
    chosen: 'The same guards and effects as for deleting a user: not oneself (400), not the last active admin (403).',
    refused: {
      400: 'Nobody deletes themselves.',
    },
  },
})
