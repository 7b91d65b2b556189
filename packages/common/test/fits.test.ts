import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isLong } from '../../../test/support/long.ts'
import type { Endpoint } from '../../platform/api/endpoint.ts'
import { api } from '../../platform/api/index.ts'
import { testOf } from '../fits.ts'
import { JsonNumber, parseJson } from '../json.ts'

const endpoints: [string, Endpoint][] = Object.values(api).flatMap(({ endpoints }) => Object.entries(endpoints))
const schemas = endpoints.flatMap(([name, { response, body }]) =>
  [response, body]
    .filter((schema) => schema !== undefined && schema !== null)
    .map((schema): [string, z.ZodType] => [name, schema]),
)

describe('over every schema of the endpoint table', () => {
  test.each(schemas)('%s: accepts only what zod accepts', (_, schema) => {
    const test = testOf(schema)
    fc.assert(
      fc.property(damaged(fitting(schema)), (value) => {
        if (test(value)) expect(schema.safeParse(value).success).toBe(true)
      }),
      { numRuns: isLong ? 40 : 8 },
    )
  })

  test.each(schemas)('%s: accepts every fitting value, so zod is not needed', (_, schema) => {
    const test = testOf(schema)
    fc.assert(
      fc.property(fitting(schema), (value) => {
        // Refinements are not known here, so not everything that is made fits.
        expect(test(value)).toBe(schema.safeParse(value).success)
      }),
      { numRuns: isLong ? 15 : 3 },
    )
  })
})

const strange: unknown[] = [
  ...[undefined, null, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 'x', '', '😀', 'constructor'],
  ...[[], [1], ['x'], {}, { a: 1 }, { a: null }, { a: undefined }, { a: 'xx', b: 1 }, Object.create(null), new Date(0)],
  ...[
    new JsonNumber('1e400'),
    parseJson('{"2":1,"1":2}'),
    parseJson('{"__proto__":1,"constructor":2}'),
    { a: { a: {} } },
  ],
]

const kinds: [string, z.ZodType][] = [
  ['a string', z.string()],
  ['a bounded string', z.string().min(1).max(2)],
  ['a longer string', z.string().min(2)],
  ['a pattern', z.string().regex(/^x+$/)],
  ['a pattern with flags', z.string().regex(/X/gi)],
  ['a format', z.email()],
  ['a number', z.number()],
  ['a whole number', z.int().min(0).max(1)],
  ['an open bound', z.number().gt(0).lt(2)],
  ['a boolean', z.boolean()],
  ['anything', z.unknown()],
  ['a literal', z.literal(['x', 1])],
  ['an enum', z.enum(['x', ''])],
  ['a choice', z.union([z.string(), z.looseObject({ a: z.string() })])],
  ['one choice only', z.xor([z.string(), z.literal('x')])],
  ['a list', z.array(z.string().nullish()).min(1)],
  ['a required unknown', z.object({ a: z.unknown() })],
  ['a required nullable', z.looseObject({ a: z.string().nullable() })],
  ['an optional', z.looseObject({ a: z.int().optional(), constructor: z.unknown() })],
  ['a strict object', z.strictObject({ a: z.unknown().optional() })],
  ['an object of strings', z.object({}).catchall(z.string())],
  ['a refined object', z.looseObject({}).refine((value) => 'a' in value)],
  ['a record', z.record(z.string(), z.unknown())],
  ['a record of numbers', z.record(z.string(), z.number())],
  ['a record of some keys', z.partialRecord(z.enum(['a', 'b']), z.unknown())],
  ['a refined string', z.string().refine((value) => value === 'x')],
  ['a default', z.string().default('x')],
  ['a tuple', z.tuple([z.number()])],
  ['a tuple of two', z.tuple([z.number(), z.literal('x')])],
  ['a tuple of strings', z.tuple([z.string(), z.string().optional()])],
  ['a tuple with a rest', z.tuple([z.number()], z.string())],
  ['a record of keys with a pattern', z.record(z.templateLiteral([z.enum(['a', 'b']), z.string()]), z.unknown())],
  ['a record of keys with a pattern of their own', z.record(z.string().regex(/^(?!__proto__$)/), z.unknown())],
  ['a strict object of two', z.strictObject({ a: z.string().nullable(), b: z.unknown().optional() })],
  ['an object that holds itself', recursive()],
]
test.each(kinds)('%s: never accepts what zod refuses', (_, schema) => {
  const test = testOf(schema)
  const wrong = strange.filter((value) => test(value) && !schema.safeParse(value).success)
  expect(wrong).toEqual([])
})

function recursive(): z.ZodType {
  const node = z.looseObject({
    get a() {
      return node.optional()
    },
  })
  return node
}

/** Values that a schema of the table accepts. */
function fitting(schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const bounds = (def.checks ?? []).map((check) => (check as z.core.$ZodChecks)._zod.def)
  switch (def.type) {
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 })
    case 'optional':
      return fc.option(fitting(def.innerType, depth), { nil: undefined })
    case 'nullable':
      return fc.option(fitting(def.innerType, depth))
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'number': {
      const minimum = Number(bounds.find((bound) => bound.check === 'greater_than')?.value ?? -5)
      return fc.integer({ min: minimum, max: minimum + 20 })
    }
    case 'string': {
      const format = bounds.find((bound) => bound.check === 'string_format')
      if (format?.pattern) return fc.stringMatching(new RegExp(format.pattern, ''))
      const maximum = bounds.find((bound) => bound.check === 'max_length')?.maximum ?? 30
      return fc.string({ minLength: Math.min(8, maximum), maxLength: Math.min(30, maximum) })
    }
    case 'array':
      // A model's tree holds itself.
      return depth > 3 ? fc.constant([]) : fc.array(fitting(def.element, depth + 1), { minLength: 1, maxLength: 2 })
    case 'record':
      return fc.dictionary(fc.string(), fitting(def.valueType, depth), { maxKeys: 2, noNullPrototype: true })
    case 'union':
      return fc.oneof(...def.options.map((option) => fitting(option, depth)))
    case 'object': {
      const shape = Object.entries(def.shape)
      const required = shape.filter(([, member]) => member._zod.def.type !== 'optional').map(([key]) => key)
      return fc.record(Object.fromEntries(shape.map(([key, member]) => [key, fitting(member, depth)])), {
        requiredKeys: required,
      })
    }
    default:
      throw new Error(`the table has a new type, ${def.type}: teach it here and in fits.ts`)
  }
}

/** The same values with something strange at one place, or with one place gone. */
function damaged(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, fc.constantFrom(...strange), fc.infiniteStream(fc.nat())).map(([value, other, choices]) => {
    const copy: unknown = structuredClone(value)
    const root = { copy }
    let holder: Record<string, unknown> = root
    let key = 'copy'
    for (const choice of choices) {
      const inner = holder[key]
      if (typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0 || choice % 4 === 0) break
      holder = inner as Record<string, unknown>
      key = Object.keys(inner)[choice % Object.keys(inner).length] ?? ''
    }
    if (other === undefined) delete holder[key]
    else holder[key] = other
    return root.copy
  })
}
