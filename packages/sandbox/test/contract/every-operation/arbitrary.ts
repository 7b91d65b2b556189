import fc from 'fast-check'

/** A JSON Schema as in the served document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

export interface Source {
  readonly schemas: Readonly<Record<string, Schema>>
  /** Meaningful values for a field of this name. If undefined is among them, the field is always left out. */
  readonly known: (field: string) => readonly unknown[]
}

const DEEPEST = 4
const LONGEST_LIST = 3

/** Values that the schema allows, mostly meaningful ones where the field's name has some. */
export function valuesOf(source: Source, schema: Schema, field = '', depth = 0): fc.Arbitrary<unknown> {
  const made = build(source, schema, field, depth)
  const known = source.known(field).filter((value) => isOfType(source, schema, value))
  if (known.length === 0) return made
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made })
}

/** Follows a reference, and turns several types into alternatives. */
export function resolve({ schemas }: Source, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return schemas[name] ?? {}
  const { type } = schema
  return typeof type === 'object' ? { anyOf: type.map((each) => ({ ...schema, type: each })) } : schema
}

function build(source: Source, sent: Schema, field: string, depth: number): fc.Arbitrary<unknown> {
  const schema = resolve(source, sent)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valuesOf(source, each, field, depth)))
  switch (schema.type) {
    case 'object':
      return objects(source, schema, depth)
    case 'array':
      return lists(source, schema, field, depth)
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? Math.max(50, schema.minimum ?? 0) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(source: Source, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < DEEPEST && !source.known(name).includes(undefined)),
  )
  const model = Object.fromEntries(
    names.map((name) => [name, valuesOf(source, properties[name] ?? {}, name, depth + 1)]),
  )
  const own = fc.record(model, { requiredKeys: [...required] })
  if (additionalProperties === undefined || additionalProperties === false || depth >= DEEPEST) return own
  const value = additionalProperties === true ? {} : additionalProperties
  const key = fc.string({ maxLength: 8 }).filter((name) => !(name in properties) && name !== '__proto__')
  const others = fc.dictionary(key, valuesOf(source, value, '', depth + 1), { maxKeys: 2 })
  return fc.tuple(own, others).map(([mine, more]) => ({ ...more, ...mine }))
}

function lists(source: Source, schema: Schema, field: string, depth: number): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = LONGEST_LIST } = schema
  return fc.array(valuesOf(source, items, field.replace(/s$/, ''), depth + 1), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, LONGEST_LIST)),
  })
}

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.integer({ min: 0, max: 99 }).map((n) => `user-${n}@acme.com`),
  'date-time': fc.constantFrom('2026-01-01T00:00:00.000Z', '2030-12-31T23:59:59.000Z'),
}

function texts({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const formatted = FORMATS[format ?? '']
  if (formatted) return formatted
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }
  return fc.oneof(fc.string(length), fc.string({ ...length, unit: 'grapheme' }))
}

/** Whether a value has the type that a schema gives at its top level. */
export function isOfType(source: Source, sent: Schema, value: unknown): boolean {
  const schema = resolve(source, sent)
  if (schema.anyOf) return schema.anyOf.some((each) => isOfType(source, each, value))
  if (schema.enum) return schema.enum.includes(value)
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'null':
      return value === null
    case undefined:
      return true
    default:
      return schema.type === typeof value
  }
}
