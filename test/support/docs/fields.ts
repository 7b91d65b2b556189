import { z } from 'zod'
import { code, table } from './markdown.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** The body of a control, field by field, from its schema. */
export function fieldsTable(schema: z.ZodType): string {
  const { properties = {}, required = [] } = toJson(schema)
  const rows = Object.entries(properties as Record<string, Schema>).map(([name, field]) => [
    code(name),
    field.title ?? typeOf(field),
    presence(field, required.includes(name)),
    field.description ?? '',
  ])
  return table(['Field', 'Value', 'When left out', 'Meaning'], rows)
}

/** The variants of an action: the name of each, what it takes and what it does. */
export function variantsTable(schema: z.ZodType, key: string): string {
  const { oneOf = [] } = toJson(schema)
  const rows = (oneOf as Schema[]).map(({ properties = {}, required = [], description = '' }) => {
    const { [key]: name, ...fields } = properties as Record<string, Schema>
    const others = namesOf({ properties: fields, required })
    return [code(String(name?.const)), others.map(code).join(', '), description]
  })
  return table([code(key), 'Takes', 'Does'], rows)
}

/** Field names. Optional ones end with a question mark. */
const namesOf = ({ properties = {}, required = [] }: Schema): string[] =>
  Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`))

const toJson = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

function presence(field: Schema, required: boolean): string {
  if (field.default !== undefined) return code(String(field.default))
  return required ? 'refused' : ''
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  if (schema.anyOf) return (schema.anyOf as Schema[]).map(typeOf).join(' or ')
  switch (schema.type) {
    case 'object':
      return code(`{${namesOf(schema).join(', ')}}`)
    case 'array':
      return `list of ${typeOfItems(schema.items as Schema)}`
    case 'integer':
      return `integer${boundsOf(schema)}`
    default:
      return schema.format ?? String(schema.type)
  }
}

const typeOfItems = (items: Schema): string => (items.oneOf ? 'actions' : `${typeOf(items)}s`)

function boundsOf({ minimum, maximum }: Schema): string {
  const least = minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum
  const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  return least === undefined ? '' : `, at least ${least}`
}
