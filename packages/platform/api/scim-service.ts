import { z } from 'zod'
import { area } from './endpoint.ts'
import { ScimParams, scimListOf, scimRow } from './scim.ts'
import { FreeForm } from './shared.ts'

const Capability = z.looseObject({ supported: z.boolean() })

const ScimServiceProviderConfig = z
  .looseObject({
    schemas: z.array(z.string()),
    patch: Capability,
    bulk: Capability.extend({ maxOperations: z.int(), maxPayloadSize: z.int() }),
    filter: Capability.extend({ maxResults: z.int() }),
    changePassword: Capability,
    sort: Capability,
    etag: Capability,
    authenticationSchemes: z.array(z.looseObject({ type: z.string(), name: z.string(), description: z.string() })),
  })
  .meta({ id: 'ScimServiceProviderConfig' })

const ScimResourceType = z
  .looseObject({
    schemas: z.array(z.string()),
    id: z.string(),
    name: z.string(),
    endpoint: z.string(),
    schema: z.string(),
  })
  .meta({ id: 'ScimResourceType' })

const ScimSchema = z
  .looseObject({ schemas: z.array(z.string()), id: z.string(), name: z.string(), attributes: z.array(FreeForm) })
  .meta({ id: 'ScimSchema' })

const row = { ...scimRow, method: 'GET', repeat: 'safe' } as const
const PATH = '/api/scim/v2'

export const scimService = area('SCIM Service', {
  getScimServiceProviderConfig: {
    ...row,
    path: `${PATH}/ServiceProviderConfig`,
    summary: 'Read which parts of SCIM are supported.',
    params: z.object({}),
    response: ScimServiceProviderConfig,
    chosen: 'Patches and filters. No bulk requests, no sorting, no ETags, and no passwords.',
  },
  listScimResourceTypes: {
    ...row,
    path: `${PATH}/ResourceTypes`,
    summary: 'List the resource types.',
    params: z.object({}),
    response: scimListOf(ScimResourceType).meta({ id: 'ScimResourceTypeList' }),
  },
  getScimResourceType: {
    ...row,
    path: `${PATH}/ResourceTypes/{id}`,
    summary: 'Read a resource type.',
    params: ScimParams,
    response: ScimResourceType,
  },
  listScimSchemas: {
    ...row,
    path: `${PATH}/Schemas`,
    summary: 'List the schemas of resources.',
    params: z.object({}),
    response: scimListOf(ScimSchema).meta({ id: 'ScimSchemaList' }),
  },
  getScimSchema: {
    ...row,
    path: `${PATH}/Schemas/{id}`,
    summary: 'Read a schema.',
    params: ScimParams,
    response: ScimSchema,
  },
})
