import { jsonSchemaOf, type SchemaKind } from '../../../src/setup/schemas.ts'
import { code, table } from './markdown.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly title?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Every key of a kind of file. Nested keys are shown with their path. */
export function keysTable(kind: SchemaKind): string {
  const schema = jsonSchemaOf(kind) as Schema
  const parts = kind === 'model' ? Object.entries(schema.$defs ?? {}) : []
  return [
    tableOf(schema),
    ...parts.map(([name, part]) => `## ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${tableOf(part)}`),
  ].join('\n\n')
}

const tableOf = (schema: Schema): string => table(['Key', 'Value', 'Meaning'], rowsOf(schema, ''))

function rowsOf({ properties = {}, required = [] }: Schema, path: string): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = `${path}${name}`
    const must = required.includes(name) ? 'Required. ' : ''
    const own = [code(key), typeOf(schema), `${must}${schema.description ?? ''}`.trim()]
    return isElsewhere(key) ? [own] : [own, ...choicesOf(schema).flatMap((choice) => inside(choice, key))]
  })
}

/** Keys that have a separate table. */
const isElsewhere = (key: string): boolean => key === 'targets' || key === 'templates'

function inside(schema: Schema, key: string): string[][] {
  if (schema.properties) return rowsOf(schema, `${key}.`)
  if (schema.items?.properties) return rowsOf(schema.items, `${key}[].`)
  return []
}

/** The choices of a schema, without variables and null, which every text may be. */
const choicesOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? [schema]).filter(
    ({ type, pattern }) => type !== 'null' && pattern !== '\\$\\{var\\.' && !pattern?.startsWith('^[a-z]+(?:[A-Z]'),
  )

function typeOf(schema: Schema): string {
  const texts = choicesOf(schema).map(plainType)
  return [...new Set(texts)].join(' or ')
}

function plainType(schema: Schema): string {
  if (schema.anyOf) return typeOf(schema)
  if (schema.$ref?.startsWith('#/$defs/') && !schema.$ref.includes('__')) return schema.$ref.slice('#/$defs/'.length)
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.type === 'array') return `list of ${schema.items ? plural(typeOf(schema.items)) : 'anything'}`
  if (schema.type === 'object') return schema.properties ? 'map' : mapType(schema)
  if (Array.isArray(schema.type)) return schema.type.map(nameOf).join(', ')
  return schema.type === undefined ? 'anything' : nameOf(schema.format ?? String(schema.type))
}

function mapType({ additionalProperties }: Schema): string {
  const isOpen = typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0
  return isOpen ? 'map' : `map of ${plural(typeOf(additionalProperties))}`
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: '`true`, `false`',
  integer: 'whole number',
  date: 'day',
}
const nameOf = (type: string): string => NAMES[type] ?? type
const plural = (types: string): string => types.split(' or ').map(pluralOf).join(' or ')
function pluralOf(type: string): string {
  const [, first, rest = ''] = /^([a-z -]+?)( of .*)?$/.exec(type) ?? []
  if (first === undefined || type === 'anything') return type
  return `${first.endsWith('y') ? `${first.slice(0, -1)}ie` : first}s${rest}`
}
