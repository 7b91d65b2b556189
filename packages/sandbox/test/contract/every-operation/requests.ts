import fc from 'fast-check'
import type { Endpoint } from '../../../../platform/api/endpoint.ts'
import { isOfType, resolve, type Schema, type Source, valuesOf } from './arbitrary.ts'

/** One operation as the served document describes it, and its row of the table. */
export interface Operation {
  readonly operationId: string
  readonly endpoint: Endpoint
  readonly query: readonly Parameter[]
  readonly body: Schema | undefined
  readonly isForm: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Schema
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Described {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export function describeOperation(document: Document, operationId: string, endpoint: Endpoint): Operation {
  const described = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
  if (!described) throw new Error(`the document has no ${endpoint.method} ${endpoint.path}`)
  const [media] = Object.values(described.requestBody?.content ?? {})
  const isForm = endpoint.filePart !== undefined
  return {
    operationId,
    endpoint,
    query: described.parameters.filter((parameter) => parameter.in === 'query'),
    // In a form, the first part of `allOf` is its fields, the second is the file.
    body: isForm ? media?.schema.allOf?.[0] : media?.schema,
    isForm,
  }
}

export interface Request {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Requests that the document allows. */
export function requestsOf(source: Source, { query, body }: Operation): fc.Arbitrary<Request> {
  const sent = query.filter(({ name }) => !source.known(name).includes(undefined))
  const model = Object.fromEntries(sent.map(({ name, schema }) => [name, valuesOf(source, schema, name, 1)]))
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
  return fc.record({
    query: fc.record(model, { requiredKeys: required }),
    body: body === undefined ? fc.constant(undefined) : valuesOf(source, body),
  })
}

export function printQuery(query: Request['query']): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each != null)
      .map((each): [string, string] => [name, String(each)]),
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

const WRONG: readonly unknown[] = ['text', 1.5, -1, true, [], {}, [[]], [{}], null, 1e300]

interface Wrong {
  readonly what: string
  /** The field, as a refusal has to name it. */
  readonly name: string
  /** The document's schema of the wrong field. */
  readonly schema: Schema | undefined
  readonly body: unknown
}

/** The first values that a field's limits do not allow. */
function beyond(source: Source, sent: Schema): unknown[] {
  const {
    minimum,
    maximum,
    minLength = 0,
    maxLength,
    minItems = 0,
    maxItems,
    enum: words,
    anyOf,
  } = resolve(source, sent)
  const least = minLength > 0 || minItems > 0 ? [minItems > 0 ? [] : ''] : []
  const most = [
    ...(maxLength !== undefined && maxLength < LONGEST ? ['a'.repeat(maxLength + 1)] : []),
    ...(maxItems !== undefined && maxItems < MOST ? [Array(maxItems + 1).fill('a')] : []),
  ]
  const numbers = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
  const others = (anyOf ?? []).flatMap((each) => beyond(source, each))
  return [...least, ...most, ...numbers, ...(words ? [`${words[0]}x`] : []), ...others]
}

const LONGEST = 100_000
const MOST = 1_001

/** Whether some alternative of the schema allows a value of this size. */
function fits(source: Source, sent: Schema, value: unknown): boolean {
  const schema = resolve(source, sent)
  if (schema.anyOf) return schema.anyOf.some((each) => fits(source, each, value))
  if (!isOfType(source, schema, value)) return false
  const isWithin = (size: number, least = 0, most = Number.POSITIVE_INFINITY): boolean => size >= least && size <= most
  if (typeof value === 'string') return isWithin(value.length, schema.minLength, schema.maxLength)
  if (Array.isArray(value)) return isWithin(value.length, schema.minItems, schema.maxItems)
  return isWithin(Number(value), schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum)
}

/**
 * The body with one thing wrong: a field of another type, one step beyond its limits, or a required one left out. At
 * the top level and below.
 */
export function wrongBodies(source: Source, sent: Schema, body: object): Wrong[] {
  const { properties = {}, required = [] } = resolve(source, sent)
  const fields = Object.entries(properties)
  const wrongType = fields.flatMap(([name, schema]) => {
    const value = WRONG.find((each) => !isOfType(source, schema, each))
    const wrong = value === undefined ? [] : [value]
    const further = beyond(source, schema).filter((each) => !fits(source, schema, each))
    return [...wrong, ...further].map((each) => {
      const what = `${name}: ${JSON.stringify(each)?.slice(0, 80)}`
      return { what, name, schema, body: { ...body, [name]: each } }
    })
  })
  const missing = required.map((name) => {
    const { [name as keyof typeof body]: _, ...rest } = body
    return { what: `no ${name}`, name, schema: properties[name], body: rest }
  })
  const inside = fields.flatMap(([name, schema]) => {
    const value = (body as Record<string, unknown>)[name]
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject || resolve(source, schema).properties === undefined) return []
    return wrongBodies(source, schema, value).map((each) => ({
      ...each,
      what: `${name}.${each.what}`,
      body: { ...body, [name]: each.body },
    }))
  })
  return [...wrongType, ...missing, ...inside]
}
