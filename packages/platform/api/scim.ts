import { z } from 'zod'

/** What both kinds of SCIM resources share (RFC 7643, RFC 7644). */
export const SCIM = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
} as const

/** A message or resource names its schema, and may name extensions too. */
export const schemasWith = (name: string) =>
  z.array(z.string()).refine((names) => names.includes(name), `must name ${name}`)

export const ScimMeta = z
  .looseObject({
    resourceType: z.string().optional(),
    created: z.string().optional(),
    lastModified: z.string().optional(),
    location: z.string().optional(),
  })
  .meta({ id: 'ScimMeta' })

/** Ids are text in SCIM. */
export const ScimParams = z.object({ id: z.string() })

const shownQuery = {
  attributes: z.string().optional().describe('Only these, separated by commas, in addition to `schemas` and `id`.'),
  excludedAttributes: z.string().optional().describe('All except these, when `attributes` names none.'),
}
export const scimQuery = z.object(shownQuery)

const page = {
  startIndex: z.int().optional().describe('From 1. Less counts as 1.'),
  count: z.int().optional().describe('The largest number of resources. Less than 0 counts as 0.'),
  filter: z.string().optional(),
}

export const scimListQuery = z.object({ ...page, ...shownQuery })

const names = z.array(z.string()).optional()

/** A list whose query is in the body, for when a URL would reveal too much or be too long. */
export const ScimSearch = z
  .looseObject({ schemas: schemasWith(SCIM.search), ...page, attributes: names, excludedAttributes: names })
  .meta({ id: 'ScimSearch' })

/** Some identity providers send booleans as texts. */
export const ScimFlag = z.union([z.boolean(), z.string().regex(/^([Tt]rue|[Ff]alse)$/)])
export const isTrue = (flag: boolean | string): boolean => flag === true || flag === 'true' || flag === 'True'

export const scimListOf = <T extends z.ZodType>(resource: T) =>
  z.looseObject({
    schemas: schemasWith(SCIM.list),
    totalResults: z.int().min(0),
    startIndex: z.int().min(1),
    itemsPerPage: z.int().min(0),
    Resources: z.array(resource),
  })

const Operation = z
  .looseObject({
    op: z.string().regex(/^(add|replace|remove)$/i, 'must be add, replace or remove'),
    path: z.string().optional(),
    value: z.unknown().optional(),
  })
  .meta({ id: 'ScimOperation' })

export const ScimPatch = z
  .looseObject({ schemas: schemasWith(SCIM.patch), Operations: z.array(Operation).min(1) })
  .meta({ id: 'ScimPatch' })
export type ScimPatch = z.output<typeof ScimPatch>

/** All SCIM operations accept either scheme, and need an admin's key of the whole account. */
export const scimRow = { auth: 'api-key-or-bearer', admin: true, account: true } as const
