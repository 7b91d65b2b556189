import { z } from 'zod'
import { type Area, type AuthScheme, type Endpoint, mediaTypeOf } from './endpoint.ts'
import { reasonsOf } from './refusals.ts'
import { ErrorBody, ScimErrorBody } from './shared.ts'
import { TAGS } from './tags.ts'

type Json = Readonly<Record<string, unknown>>

/** Converted schemas, and among them those that the document refers to by name. */
interface Converted {
  readonly of: (schema: z.ZodType) => unknown
  readonly named: Json
}

const SECURITY: Readonly<Record<AuthScheme, readonly Json[]>> = {
  bearer: [{ bearerAuth: [] }],
  'api-key': [{ apiKeyAuth: [] }],
  'api-key-or-bearer': [{ apiKeyAuth: [] }, { bearerAuth: [] }],
  none: [],
}

const SECURITY_SCHEMES = {
  bearerAuth: { type: 'http', scheme: 'bearer' },
  apiKeyAuth: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Api-Key`, a space, and the key.',
  },
}

/** The OpenAPI 3.1 document of these areas. Pure: the same table gives the same document. */
export function openApiDocument(areas: Readonly<Record<string, Area>>): object {
  const all = Object.values(areas)
  const rows = all.flatMap(({ tag, endpoints }) =>
    Object.entries(endpoints).map(([operationId, endpoint]) => ({ tag, operationId, endpoint })),
  )
  const converted = convert(rows.flatMap(({ endpoint }) => schemasOf(endpoint)))
  const paths: Record<string, Record<string, Json>> = {}
  for (const { tag, operationId, endpoint } of rows) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(tag, operationId, endpoint, converted) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Management API', version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: SECURITY.bearer,
    tags: [...new Set(all.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: converted.named },
  }
}

function operation(tag: string, operationId: string, endpoint: Endpoint, converted: Converted): Json {
  const media = mediaTypeOf(endpoint.path)
  const content = as(media, converted.of(media === 'application/json' ? ErrorBody : ScimErrorBody))
  const notes = [
    endpoint.admin ? 'Admins only.' : '',
    endpoint.account ? 'Not with a key that is limited to deployments.' : '',
    endpoint.refuses ?? '',
    endpoint.chosen ?? '',
  ].filter((note) => note !== '')
  return {
    operationId,
    tags: [tag],
    summary: endpoint.summary,
    ...(notes.length > 0 && { description: notes.join(' ') }),
    ...(endpoint.auth !== 'bearer' && { security: SECURITY[endpoint.auth] }),
    parameters: [
      ...parameters('path', endpoint.params, converted),
      ...(endpoint.query ? parameters('query', endpoint.query, converted) : []),
    ],
    ...(endpoint.body && { requestBody: requestBody(endpoint, endpoint.body, converted) }),
    responses: {
      [endpoint.status ?? 200]: success(endpoint, converted),
      ...Object.fromEntries(
        [...reasonsOf(endpoint)].map(([status, reason]) => [status, { description: reason, content }]),
      ),
      default: { description: 'The platform failed.', content },
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject, converted: Converted): Json[] {
  return Object.entries(fieldsOf(schema)).map(([name, field]) => ({
    name,
    in: place,
    required: !isOptional(field),
    schema: converted.of(withoutNull(field)),
  }))
}

function requestBody({ path, filePart }: Endpoint, body: z.ZodType, converted: Converted): Json {
  const schema = converted.of(body)
  // A body that is left out is read as one without fields.
  if (filePart === undefined)
    return { required: !isOptional(body) && !body.safeParse({}).success, content: as(mediaTypeOf(path), schema) }
  const file = { type: 'object', properties: { [filePart]: FILE }, required: [filePart] }
  return { required: true, content: { 'multipart/form-data': { schema: { allOf: [schema, file] } } } }
}

/** How OpenAPI 3.1 describes binary data. */
const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }

function success({ path, status, response, binary }: Endpoint, converted: Converted): Json {
  if (status === 204) return { description: 'Done. No content.' }
  if (binary) return { description: 'A file.', content: Object.fromEntries(binary.map((type) => [type, {}])) }
  return {
    description: status === undefined ? 'Done.' : { 201: 'Created.', 202: 'Accepted.' }[status],
    content: response === null ? { 'application/json': {} } : as(mediaTypeOf(path), converted.of(response)),
  }
}

const as = (media: string, schema: unknown): Json => ({ [media]: { schema } })

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success

/** URLs have no null: a parameter that may be null is one that may be left out. */
const withoutNull = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable ? withoutNull(field.unwrap() as z.ZodType) : field

const fieldsOf = (schema: z.ZodObject): Readonly<Record<string, z.ZodType>> => schema.shape as Record<string, z.ZodType>

function schemasOf({ params, query, body, response }: Endpoint): z.ZodType[] {
  const fields = [params, ...(query ? [query] : [])].flatMap((schema) => Object.values(fieldsOf(schema)))
  return [...fields.map(withoutNull), ...(body ? [body] : []), ...(response ? [response] : [])]
}

/**
 * Converts everything at once, so that a named schema is written once and everything refers to it. Only schemas that
 * the table reaches get names, whatever else has a name in this process.
 */
function convert(schemas: readonly z.ZodType[]): Converted {
  const unique = [...new Set([...schemas, ErrorBody, ScimErrorBody])]
  const places = new Map(unique.map((schema, index) => [schema, `s${index}`]))
  const whole = z.object(Object.fromEntries([...places].map(([schema, place]) => [place, schema])))
  const document = z.toJSONSchema(whole, { target: 'draft-2020-12', io: 'input', override: simplify })
  const { properties, $defs } = toComponents(document) as { properties: Json; $defs: Json }
  return { of: (schema) => properties[places.get(schema) ?? ''], named: $defs }
}

/** The bounds of a safe integer and the type of a key are how zod works, not facts about the API. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.propertyNames
}

const toComponents = (document: object): unknown =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'))
