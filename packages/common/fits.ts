import type { z } from 'zod'

export type Test = (value: unknown) => boolean

const tests = new WeakMap<z.core.$ZodType, Test>()

/**
 * Whether a value fits a schema, without copying it: every row of every list goes through here, and zod copies most
 * of what it checks.
 *
 * True means that zod would accept the value. False means: ask zod. So anything that is not worth a line here may
 * return false.
 */
export const fits = (schema: z.ZodType, value: unknown): boolean => testOf(schema)(value)

/** The test of a schema, made once. Schemas may be recursive. */
export function testOf(schema: z.core.$ZodType): Test {
  const known = tests.get(schema)
  if (known) return known
  let made: Test | undefined
  tests.set(schema, (value) => made?.(value) ?? false)
  made = makeTest(schema)
  tests.set(schema, made)
  return made
}

function makeTest(schema: z.core.$ZodType): Test {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const checks = checksOf(schema)
  if (checks === undefined) return (value) => (schema as z.ZodType).safeParse(value).success
  const type = typeTest(schema, def)
  if (type === undefined) return (value) => (schema as z.ZodType).safeParse(value).success
  return checks.reduce<Test>((before, check) => (value) => before(value) && check(value as never), type)
}

/** Undefined if only zod can check this type. */
function typeTest(schema: z.core.$ZodType, def: z.core.$ZodTypes['_zod']['def']): Test | undefined {
  switch (def.type) {
    case 'unknown':
      return () => true
    case 'optional': {
      const inner = testOf(def.innerType)
      return (value) => value === undefined || inner(value)
    }
    case 'nullable': {
      const inner = testOf(def.innerType)
      return (value) => value === null || inner(value)
    }
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'enum':
    case 'literal': {
      const values: ReadonlySet<unknown> = schema._zod.values ?? new Set()
      return (value) => values.has(value)
    }
    case 'string':
      return (value) => typeof value === 'string'
    case 'number':
      return (value) => Number.isFinite(value)
    case 'array': {
      const element = testOf(def.element)
      return (value) => {
        if (!Array.isArray(value)) return false
        for (const each of value) if (!element(each)) return false
        return true
      }
    }
    case 'tuple': {
      if (def.rest || def.items.some((item) => item._zod.optin !== undefined)) return undefined
      const items = def.items.map(testOf)
      return (value) =>
        Array.isArray(value) && value.length === items.length && items.every((item, index) => item(value[index]))
    }
    case 'template_literal': {
      const { pattern } = schema._zod
      return pattern && ((value) => typeof value === 'string' && pattern.test(value))
    }
    case 'object':
      return objectTest(def)
    case 'record':
      return recordTest(def)
    case 'union': {
      if (def.inclusive === false) return undefined
      const options = def.options.map(testOf)
      return (value) => options.some((option) => option(value))
    }
    default:
      return undefined
  }
}

function objectTest({ shape, catchall }: z.core.$ZodObjectDef): Test | undefined {
  const others = catchall?._zod.def.type ?? 'unknown'
  if (others !== 'unknown' && others !== 'never') return undefined
  const members = Object.entries(shape).map(
    ([key, member]) => [key, member._zod.def.type === 'optional', testOf(member)] as const,
  )
  const known = new Set(Object.keys(shape))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    if (others === 'never') for (const key in value) if (!known.has(key)) return false
    for (const [key, isOptional, fitsMember] of members) {
      const inner = (value as Readonly<Record<string, unknown>>)[key]
      if (inner === undefined ? !isOptional : !fitsMember(inner)) return false
    }
    return true
  }
}

function recordTest({ keyType, valueType }: z.core.$ZodRecordDef): Test | undefined {
  if (keyType._zod.def.type !== 'string' && keyType._zod.def.type !== 'template_literal') return undefined
  const [fitsKey, fitsValue] = [testOf(keyType), testOf(valueType)]
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
    return Object.entries(value).every(([key, inner]) => fitsKey(key) && fitsValue(inner))
  }
}

type Check = (value: never) => boolean

/** Bounds and patterns; undefined if only zod can check one of them. `z.int()` is itself a check. */
function checksOf(schema: z.core.$ZodType): Check[] | undefined {
  const own = 'check' in schema._zod.def ? [schema] : []
  const checks = [...own, ...(schema._zod.def.checks ?? [])] as z.core.$ZodChecks[]
  const tests = checks.map((check) => checkTest(check._zod.def as z.core.$ZodChecks['_zod']['def']))
  return tests.every((test) => test !== undefined) ? tests : undefined
}

function checkTest(def: z.core.$ZodChecks['_zod']['def']): Check | undefined {
  switch (def.check) {
    // zod counts characters, and one character may be two units of a string.
    case 'min_length':
      return (value: string) => value.length >= def.minimum * 2 || [...value].length >= def.minimum
    case 'max_length':
      return (value: string) => value.length <= def.maximum || [...value].length <= def.maximum
    case 'greater_than': {
      const { value: bound, inclusive } = def
      return typeof bound === 'number' ? (value: number) => value > bound || (inclusive && value === bound) : undefined
    }
    case 'less_than': {
      const { value: bound, inclusive } = def
      return typeof bound === 'number' ? (value: number) => value < bound || (inclusive && value === bound) : undefined
    }
    case 'number_format':
      return def.format === 'safeint' ? Number.isSafeInteger : undefined
    case 'string_format': {
      const pattern = def.format === 'regex' && def.pattern?.flags === '' ? def.pattern : undefined
      return pattern && ((value: string) => pattern.test(value))
    }
    default:
      return undefined
  }
}
