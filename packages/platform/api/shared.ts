import { z } from 'zod'

/**
 * Schemas that several areas use. They check and never change a value: no defaults, no transforms, no coercion.
 * Objects are loose, because the platform adds fields without a new version.
 */

/** A number assigned by the platform, within one deployment. Never an identity across deployments. */
export const Id = z.int().min(0)

/** A free-form region: kept as it came. */
export const FreeForm = z.record(z.string(), z.unknown())

/** A date or a date-time, as text. */
export const Timestamp = z.string().min(8)

const SHAPE = 'must be exactly 12 of 0-9, A-Z, a-z'
/** 12 characters, unique in the account, write-once. */
export const PublicId = z
  .string()
  .max(12, { error: SHAPE, abort: true })
  .regex(/^[0-9A-Za-z]{12}$/, SHAPE)

export const ItemType = z.enum(['FOLDER', 'WORKBOOK', 'REPORT'])

export const Owner = z
  .looseObject({
    id: Id,
    email: z.string(),
    firstName: z.string().nullish(),
    picture: z.string().nullish(),
  })
  .meta({ id: 'ResourceOwner' })

export const FolderPathEntry = z.looseObject({ id: Id, name: z.string() }).meta({ id: 'WorkspaceFolderPathEntry' })

export const PageInfo = z
  .looseObject({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullish(),
    endCursor: z.string().nullish(),
  })
  .meta({ id: 'PageInfo' })

/** The query parameters of every list that is paged by cursor. */
export const cursorQuery = {
  first: z.int().min(1).optional(),
  after: z.string().optional(),
}

/** The older pair of parameters of some lists, deprecated. */
export const offsetQuery = {
  offset: z.int().min(0).nullish(),
  limit: z.int().min(0).nullish(),
}

export const OffsetPagination = z
  .looseObject({ total: z.int().min(0), offset: z.int().min(0), limit: z.int().min(0) })
  .meta({ id: 'DeploymentsPagination' })

/** A list that is paged by cursor. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({ items: z.array(item), pageInfo: PageInfo.nullish() })

/** The same, with the deprecated fields that it still fills. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    items: z.array(item),
    pageInfo: PageInfo.nullish(),
    data: z.array(item).describe('Deprecated: the same rows as `items`.'),
    count: z.int().min(0).nullish().describe('Deprecated: all accessible rows, ignoring pages.'),
  })

/** Why one item of a bulk call failed. */
export const BulkActionError = z.looseObject({ status: z.int(), message: z.string() }).meta({ id: 'BulkActionError' })

export const DeploymentParams = z.object({ deploymentId: Id })

/** The body of a refusal. Clients must not rely on any of it: the specification declares no shape. */
export const ErrorBody = z
  .looseObject({
    message: z.union([z.string(), z.array(z.unknown()), FreeForm]),
    statusCode: z.int().optional(),
    error: z.string().optional(),
    code: z.string().optional().describe('Lets programs distinguish cases with the same status.'),
  })
  .meta({ id: 'Error' })

/** The body of a refusal under `/api/scim`. */
export const ScimErrorBody = z
  .looseObject({
    schemas: z.array(z.literal('urn:ietf:params:scim:api:messages:2.0:Error')).length(1),
    status: z.string(),
    scimType: z.string().optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'ScimError' })
