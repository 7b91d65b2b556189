import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { area, type Endpoint } from '../../api/endpoint.ts'
import { api } from '../../api/index.ts'
import { openApiDocument } from '../../api/openapi.ts'

/** As a reader of the served JSON sees it. */
const read = (document: object) => JSON.parse(JSON.stringify(document))

const document = read(openApiDocument(api))
const schemas = document.components.schemas

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

const rows = Object.values(api).flatMap(({ endpoints }) => Object.values<Endpoint>(endpoints))

/** These schemas and all that they are made of. */
function schemasIn(roots: readonly z.core.$ZodType[]): readonly z.core.$ZodType[] {
  const found = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return
    found.add(value)
    const parts = value instanceof z.core.$ZodType ? value._zod.def : value
    for (const part of Object.values(parts)) visit(part)
  }
  visit(roots)
  return [...found].filter((value) => value instanceof z.core.$ZodType)
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 for an independent validator', async () => {
    const validator = new Validator()
    expect(await validator.validate(read(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('names every operation once, under its tag', () => {
    const operations = Object.values<Record<string, { operationId: string; tags: string[] }>>(document.paths).flatMap(
      (path) => Object.values(path),
    )
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual(
      Object.values(api)
        .flatMap(({ endpoints }) => Object.keys(endpoints))
        .toSorted(),
    )
    const tags = document.tags.map(({ name }: { name: string }) => name)
    expect(new Set(tags).size).toBe(tags.length)
    expect(operations.flatMap((operation) => operation.tags).filter((tag) => !tags.includes(tag))).toEqual([])
  })

  test('has a schema behind every reference', () => {
    const refs = new Set(refsIn(document))
    const known = new Set(Object.keys(schemas).map((name) => `#/components/schemas/${name}`))
    expect([...refs].filter((ref) => !known.has(ref))).toEqual([])
    expect(refs.size).toBeGreaterThan(100)
  })

  test('has its name and version, and says how to authenticate (schemas 1, spec Authentication)', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      security: [{ bearerAuth: [] }],
      components: {
        securitySchemes: {
          bearerAuth: { type: 'http', scheme: 'bearer' },
          apiKeyAuth: { type: 'apiKey', in: 'header', name: 'Authorization' },
        },
      },
    })
  })

  test('describes a call with path, query, and answers', () => {
    const { responses, ...rest } = document.paths['/api/v1/deployments/{deploymentId}/folders'].get
    expect({ ...rest, responses: { 200: responses[200], default: responses.default } }).toEqual({
      operationId: 'getFolders',
      tags: ['Folders'],
      summary: 'List the folders of one level: the root, or the direct children of `parentId`.',
      description: 'Order: by position, then id. A `parentId` of 0 is the root; a missing or invisible one gets a 404.',
      parameters: [
        { name: 'deploymentId', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } },
        { name: 'parentId', in: 'query', required: false, schema: { type: 'integer', minimum: 0 } },
        { name: 'first', in: 'query', required: false, schema: { type: 'integer', minimum: 1 } },
        { name: 'after', in: 'query', required: false, schema: { type: 'string' } },
      ],
      responses: {
        200: {
          description: 'Done.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/FoldersListResponse' } } },
        },
        default: {
          description: 'The platform failed.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    })
  })

  test('lists for each operation the statuses of its refusals, with the reasons', () => {
    const { responses } = document.paths['/api/v1/deployments/{deploymentId}/folders/{folderId}'].delete
    const reasons = Object.entries<{ description: string }>(responses).map(([status, each]) => [
      status,
      each.description,
    ])
    expect(Object.fromEntries(reasons)).toMatchObject({
      400: 'The path, the query or the body does not fit its description. The folder still has sub-folders.',
      403: 'The key is limited to other deployments. The caller may not manage the folder.',
    })
  })

  test('describes the upload of a file as a form with a binary part (endpoints 9)', () => {
    const upload = document.paths['/build/api/v1/deployments/{deploymentId}/data-model/upload/file'].post
    expect(upload.requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/UploadFileBody' },
              {
                type: 'object',
                properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
                required: ['file'],
              },
            ],
          },
        },
      },
    })
  })

  test('describes an answer that is a file by its media types (endpoints 6)', () => {
    const path = document.paths['/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download']
    expect(path.get.responses[200]).toEqual({
      description: 'A file.',
      content: { 'image/png': {}, 'application/pdf': {} },
    })
  })

  test('marks bodies as optional or required, and tells "no content" from an undeclared answer', () => {
    const workbook = document.paths['/api/v1/deployments/{deploymentId}/workbooks/{workbookId}']
    const publish = document.paths['/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish']
    const folders = document.paths['/api/v1/deployments/{deploymentId}/folders']
    const folder = document.paths['/api/v1/deployments/{deploymentId}/folders/{folderId}']
    expect(workbook.put.requestBody.required).toBe(false)
    expect(folders.post.requestBody.required).toBe(true)
    expect(publish.post.requestBody.required).toBe(false)
    expect(workbook.put.responses[200].content).toEqual({ 'application/json': {} })
    expect(Object.keys(folder.delete.responses)).toEqual(['204', '400', '401', '403', '404', '429', 'default'])
    expect(folder.delete.responses[204]).not.toHaveProperty('content')
  })

  test('advertises ten types of widgets, not the older one (spec Resources)', () => {
    expect(schemas.WidgetType.enum).toHaveLength(10)
    expect(schemas.WidgetTypeInput.enum).toEqual(schemas.WidgetType.enum)
    expect(schemas.WidgetType.enum).not.toContain('TABS_CONTAINER')
  })

  test('does not show what answers are checked against: their schemas have an id and a description only', () => {
    const answers = rows.flatMap(({ response }) => (response === null ? [] : [response]))
    const metadata = schemasIn(answers).flatMap((schema) => Object.keys(z.globalRegistry.get(schema) ?? {}))
    expect(new Set(metadata)).toEqual(new Set(['id', 'description']))
  })

  test('shows nothing of how the schemas are built', () => {
    const text = JSON.stringify(document)
    for (const word of ['9007199254740991', '$defs', 'propertyNames', '"id":"']) expect(text).not.toContain(word)
    expect(document).not.toHaveProperty(['components', 'schemas', 'Error', '$schema'])
  })

  test('is the same each time, and making it leaves the table unchanged', () => {
    expect(read(openApiDocument(api))).toEqual(document)
  })

  test('gives SCIM its own media type, its own errors, and both ways to authenticate (spec Authentication 3)', () => {
    const { post } = document.paths['/api/scim/v2/Users']
    const scim = (name: string) => ({ 'application/scim+json': { schema: { $ref: `#/components/schemas/${name}` } } })
    expect(post.security).toEqual([{ apiKeyAuth: [] }, { bearerAuth: [] }])
    expect(post.requestBody.content).toEqual(scim('ScimUserInput'))
    expect(post.responses[201]).toEqual({ description: 'Created.', content: scim('ScimUser') })
    expect(post.responses[409]).toEqual({
      description: 'The user name, the address or the external id is taken.',
      content: scim('ScimError'),
    })
  })

  test('describes the other ways to authenticate', () => {
    const row = { method: 'POST', summary: 's', repeat: 'look', params: z.object({}), response: null } as const
    const other = area('Embed', {
      generateSession: { ...row, path: '/api/v1/embed/generate-session', auth: 'api-key' },
      postTokenBySessionId: { ...row, path: '/api/v1/embed/session/token', auth: 'none' },
    })
    const { paths } = read(openApiDocument({ other }))
    expect(paths['/api/v1/embed/generate-session'].post.security).toEqual([{ apiKeyAuth: [] }])
    expect(paths['/api/v1/embed/session/token'].post.security).toEqual([])
  })
})
