import { z } from 'zod'
import { area } from './endpoint.ts'
import {
  SCIM,
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

const Member = z.looseObject({ value: z.string(), display: z.string().nullish(), type: z.string().nullish() })

const written = {
  schemas: schemasWith(SCIM.group),
  displayName: z.string().min(1),
  externalId: z.string().nullish(),
  members: z.array(Member).nullish(),
}

export const ScimGroupInput = z.looseObject(written).meta({ id: 'ScimGroupInput' })
export type ScimGroupInput = z.output<typeof ScimGroupInput>

export const ScimGroup = z
  .looseObject({
    ...written,
    displayName: z.string().optional(),
    id: z.string(),
    members: z.array(Member.partial()).optional(),
    meta: ScimMeta.optional(),
  })
  .meta({ id: 'ScimGroup' })
export type ScimGroup = z.output<typeof ScimGroup>

const PATH = '/api/scim/v2/Groups'

export const scimGroups = area('SCIM Groups', {
  listScimGroups: {
    ...scimRow,
    method: 'GET',
    path: PATH,
    summary: 'List the tenant-wide groups, page by page or by a filter.',
    repeat: 'safe',
    params: z.object({}),
    query: scimListQuery,
    response: scimListOf(ScimGroup).meta({ id: 'ScimGroupList' }),
    chosen: 'By id, with members. Pages and filters as for users.',
    refused: {
      400: 'The `filter` is invalid.',
    },
  },
  searchScimGroups: {
    ...scimRow,
    method: 'POST',
    path: `${PATH}/.search`,
    summary: 'The same as the list, with its query in the body.',
    repeat: 'safe',
    params: z.object({}),
    body: ScimSearch,
    response: scimListOf(ScimGroup).meta({ id: 'ScimGroupFound' }),
    refused: {
      400: 'The `filter` is invalid.',
    },
  },
  createScimGroup: {
    ...scimRow,
    method: 'POST',
    path: PATH,
    summary: 'Create a tenant-wide group.',
    repeat: 'look',
    params: z.object({}),
    query: scimQuery,
    body: ScimGroupInput,
    response: ScimGroup,
    status: 201,
    chosen:
      'A name or external id that is taken gets a 409, ignoring case. Names that begin with `system:` are ' +
      'reserved (400). Members are users of the account; an unknown id, or a member of another type, is a 400.',
    refused: {
      400: 'The name is reserved, or a member is not a user.',
      409: 'The name or the external id is taken.',
    },
  },
  getScimGroup: {
    ...scimRow,
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a group.',
    repeat: 'safe',
    params: ScimParams,
    query: scimQuery,
    response: ScimGroup,
  },
  replaceScimGroup: {
    ...scimRow,
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Replace a group and all its members: what is not sent is cleared.',
    repeat: 'safe',
    params: ScimParams,
    query: scimQuery,
    body: ScimGroupInput,
    response: ScimGroup,
    refused: {
      409: 'The name or the external id is taken.',
    },
  },
  patchScimGroup: {
    ...scimRow,
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Change parts of a group: all operations, or none.',
    repeat: 'look',
    params: ScimParams,
    query: scimQuery,
    body: ScimPatch,
    response: ScimGroup,
    chosen: 'Answers 200 with the group. `members[value eq "7"]` and a `remove` with a `value` both name members.',
    refused: {
      400: 'An operation does not apply.',
      409: 'The name or the external id is taken.',
    },
  },
  deleteScimGroup: {
    ...scimRow,
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a group with its memberships.',
    repeat: 'safe',
    params: ScimParams,
    response: null,
    status: 204,
    chosen: 'A group may have members when it is deleted.',
  },
})
