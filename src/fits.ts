import type { z } from 'zod'

export type Test = (value: unknown) => boolean

interface Program {
  /** What the generated code refers to as `c[0]`, `c[1]`, ... */
  readonly constants: unknown[]
  readonly functions: string[]
  /** Objects by schema, so that each is written once and may hold itself. */
  readonly names: Map<z.core.$ZodType, string>
}

const tests = new WeakMap<z.ZodType, Test>()

/** Whether a value fits a schema, without a copy of it. No may mean that only zod can tell. */
export function fits(schema: z.ZodType, value: unknown): boolean {
  const known = tests.get(schema)
  if (known) return known(value)
  const test = compileTest(schema)
  tests.set(schema, test)
  return test(value)
}

/**
 * A schema as one function that says yes or no about JSON values, without allocating anything. Every row of every list
 * goes through it, and zod, also when compiled, builds a copy of most of what it looks at.
 *
 * Yes means that zod would say yes. No means: ask zod. So whatever is not worth code here answers no, or asks.
 */
export function compileTest(schema: z.ZodType): Test {
  const program: Program = { constants: [], functions: [], names: new Map() }
  const body = testOf(program, schema, 'x')
  const source = `${program.functions.join('\n')}\nreturn (x) => { ${body} return true }`
  try {
    return new Function('c', source)(program.constants)
  } catch (cause) {
    // A process that runs no generated code asks zod about everything.
    if (cause instanceof EvalError) return () => false
    throw cause
  }
}

/** Statements that answer no when the value of the expression `x` does not fit. */
function testOf(program: Program, schema: z.core.$ZodType, x: string): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'unknown':
      return ''
    case 'optional':
      return `if (${x} !== undefined) { ${testOf(program, def.innerType, x)} }`
    case 'nullable':
      return `if (${x} !== null) { ${testOf(program, def.innerType, x)} }`
    case 'boolean':
      return noUnless(`typeof ${x} === 'boolean'`)
    case 'enum':
    case 'literal':
      return noUnless(`${constant(program, schema._zod.values)}.has(${x})`)
    case 'string':
      return noUnless(`typeof ${x} === 'string'`) + checksOf(program, schema, x)
    case 'number':
      return noUnless(`Number.isFinite(${x})`) + checksOf(program, schema, x)
    case 'array': {
      const item = `${x}i`
      const each = `for (const ${item} of ${x}) { ${testOf(program, def.element, item)} }`
      return noUnless(`Array.isArray(${x})`) + checksOf(program, schema, x) + each
    }
    case 'object':
      return noUnless(`${functionOf(program, schema)}(${x})`)
    case 'tuple':
      return tupleTest(program, schema, def, x)
    case 'record':
      return recordTest(program, schema, def, x)
    case 'union': {
      if (def.inclusive === false) return askZod(program, schema, x)
      return noUnless(def.options.map((option) => `${functionOf(program, option)}(${x})`).join(' || '))
    }
    default:
      return askZod(program, schema, x)
  }
}

function noUnless(condition: string): string {
  return `if (!(${condition})) return false; `
}

function askZod(program: Program, schema: z.core.$ZodType, x: string): string {
  const ask: Test = (value) => (schema as z.ZodType).safeParse(value).success
  return noUnless(`${constant(program, ask)}(${x})`)
}

function constant(program: Program, value: unknown): string {
  return `c[${program.constants.push(value) - 1}]`
}

/** Bounds and patterns. The schema's own format, as that of `z.int()`, is one of them. */
function checksOf(program: Program, schema: z.core.$ZodType, x: string): string {
  const own = 'check' in schema._zod.def ? [schema] : []
  const checks = [...own, ...(schema._zod.def.checks ?? [])] as z.core.$ZodChecks[]
  const conditions = checks.map((check) => conditionOf(program, check._zod.def as z.core.$ZodChecks['_zod']['def'], x))
  return conditions.includes(undefined)
    ? askZod(program, schema, x)
    : conditions.map((each) => noUnless(each ?? '')).join('')
}

function conditionOf(program: Program, def: z.core.$ZodChecks['_zod']['def'], x: string): string | undefined {
  switch (def.check) {
    // zod counts characters, of which two units of a string may be one.
    case 'min_length':
      return `${x}.length >= ${def.minimum * 2} || [...${x}].length >= ${def.minimum}`
    case 'max_length':
      return `${x}.length <= ${def.maximum} || [...${x}].length <= ${def.maximum}`
    case 'greater_than':
      return typeof def.value === 'number' ? `${x} ${def.inclusive ? '>=' : '>'} ${def.value}` : undefined
    case 'less_than':
      return typeof def.value === 'number' ? `${x} ${def.inclusive ? '<=' : '<'} ${def.value}` : undefined
    case 'number_format':
      return def.format === 'safeint' ? `Number.isSafeInteger(${x})` : undefined
    case 'string_format':
      return def.format === 'regex' && def.pattern?.flags === ''
        ? `${constant(program, def.pattern)}.test(${x})`
        : undefined
    default:
      return undefined
  }
}

/** The name of a function that tests this schema, made once. */
function functionOf(program: Program, schema: z.core.$ZodType): string {
  const known = program.names.get(schema)
  if (known !== undefined) return known
  const name = `f${program.names.size}`
  program.names.set(schema, name)
  const { def } = (schema as z.core.$ZodTypes)._zod
  const body = def.type === 'object' ? objectBody(program, schema, def) : testOf(program, schema, 'x')
  program.functions.push(`function ${name}(x) { ${body}\nreturn true }`)
  return name
}

function objectBody(program: Program, schema: z.core.$ZodType, def: z.core.$ZodObjectDef): string {
  const others = def.catchall?._zod.def.type ?? 'unknown'
  if ((others !== 'unknown' && others !== 'never') || hasChecks(schema)) return askZod(program, schema, 'x')
  const members = Object.entries(def.shape).map(([key, member], index) => {
    const value = `v${index}`
    const absent = member._zod.def.type === 'optional' ? '' : noUnless(`${value} !== undefined`)
    return `const ${value} = x[${JSON.stringify(key)}]; ${absent}${testOf(program, member, value)}`
  })
  const isKnown = `${constant(program, new Set(Object.keys(def.shape)))}.has(key)`
  const closed = others === 'never' ? `for (const key in x) { ${noUnless(isKnown)} }` : ''
  return noUnless("typeof x === 'object' && x !== null && !Array.isArray(x)") + closed + members.join('\n')
}

function tupleTest(program: Program, schema: z.core.$ZodType, def: z.core.$ZodTupleDef, x: string): string {
  const { items, rest } = def
  const isPlain = rest === null && items.every((item) => item._zod.optin === undefined)
  if (!isPlain || hasChecks(schema)) return askZod(program, schema, x)
  const tests = items.map((item, index) => {
    const value = `${x}t${index}`
    return `const ${value} = ${x}[${index}]; ${testOf(program, item, value)}`
  })
  return `${noUnless(`Array.isArray(${x}) && ${x}.length === ${items.length}`)} { ${tests.join('\n')} }`
}

function recordTest(program: Program, schema: z.core.$ZodType, def: z.core.$ZodRecordDef, x: string): string {
  const { keyType, valueType } = def
  const pattern = keyType._zod.def.type === 'template_literal' ? keyType._zod.pattern : undefined
  const isPlain = (keyType._zod.def.type === 'string' || pattern !== undefined) && !hasChecks(keyType)
  if (!isPlain || hasChecks(schema)) return askZod(program, schema, x)
  const plain = noUnless(
    `typeof ${x} === 'object' && ${x} !== null && Object.getPrototypeOf(${x}) === Object.prototype`,
  )
  const value = `${x}m`
  const key = `${x}k`
  const keyTest = pattern === undefined ? '' : noUnless(`${constant(program, pattern)}.test(${key})`)
  const keys = keyTest === '' ? '' : `for (const ${key} in ${x}) { ${keyTest} }`
  const test = testOf(program, valueType, value)
  return plain + keys + (test === '' ? '' : `for (const ${value} of Object.values(${x})) { ${test} }`)
}

function hasChecks(schema: z.core.$ZodType): boolean {
  return 'check' in schema._zod.def || (schema._zod.def.checks ?? []).length > 0
}
