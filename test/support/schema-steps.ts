/** A JSON Schema, as our files and the served document have them. */
export interface StepSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly StepSchema[]
  readonly allOf?: readonly StepSchema[]
  readonly properties?: Readonly<Record<string, StepSchema>>
  readonly additionalProperties?: StepSchema | boolean
  readonly items?: StepSchema
  readonly prefixItems?: readonly StepSchema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type StepPath = readonly (string | number)[]

/** One value changed in a document that is right. */
export interface Step {
  readonly path: StepPath
  /** Undefined: the key is left out. */
  readonly value: unknown
}

export type Resolve = (schema: StepSchema) => StepSchema

/** A document follows its schema, so this many levels end it even where the schema repeats itself. */
const DEEPEST = 12

/**
 * Every key of a document left out, null, of each type, at its limits and one step beyond, with an unknown key beside
 * it. The document has every key, once.
 */
export function* stepsFrom(schema: StepSchema, value: unknown, resolve: Resolve, path: StepPath = []): Iterable<Step> {
  const branches = branchesOf(schema, resolve)
  if (path.length > 0) {
    if (typeof path.at(-1) === 'string') yield { path, value: undefined }
    for (const each of [...ANY_TYPE, ...branches.flatMap((branch) => limitsOf(branch, value))])
      yield { path, value: each }
  }
  if (path.length > DEEPEST || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* stepsFrom(anyOf(branches.flatMap((branch) => itemOf(branch, index))), item, resolve, [...path, index])
    return
  }
  if (branches.some(({ properties, additionalProperties }) => properties ?? additionalProperties))
    yield { path: [...path, 'unknownKey'], value: 'x' }
  for (const [key, inner] of Object.entries(value))
    yield* stepsFrom(anyOf(branches.flatMap((branch) => propertyOf(branch, key))), inner, resolve, [...path, key])
}

const ANY_TYPE: readonly unknown[] = [null, true, 'x', '', 7, -1, 1.5, 1e300, [], [null], {}, { x: 1 }]

/** Keys of the schema that no document has. Names that a document chooses itself are `*`, as are the places in a list. */
export function keysWithout(schema: StepSchema, documents: readonly unknown[], resolve: Resolve): string[] {
  const [set, lacking] = [new Set<string>(), new Set<string>()]
  const look = (at: StepSchema, value: unknown, from: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    // A schema that repeats itself starts again, so that its keys are set if they are set anywhere.
    const again = [at, ...(at.anyOf ?? [])].find(({ $ref }) => $ref !== undefined)?.$ref
    const path = again === undefined ? from : [again]
    const branches = branchesOf(at, resolve)
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        look(anyOf(branches.flatMap((branch) => itemOf(branch, index))), item, [...path, '*'])
      return
    }
    const known = new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})))
    for (const key of known) (Object.hasOwn(value, key) ? set : lacking).add([...path, key].join('.'))
    for (const [key, inner] of Object.entries(value))
      look(anyOf(branches.flatMap((branch) => propertyOf(branch, key))), inner, [...path, known.has(key) ? key : '*'])
  }
  for (const document of documents) look(schema, document, [])
  return [...lacking].filter((key) => !set.has(key)).sort()
}

const anyOf = (branches: readonly StepSchema[]): StepSchema =>
  branches.length === 1 ? (branches[0] ?? {}) : { anyOf: branches }

/** What a schema comes down to: its alternatives, without references. */
function branchesOf(schema: StepSchema, resolve: Resolve): readonly StepSchema[] {
  const { anyOf: alternatives, allOf: parts, type, ...rest } = resolve(schema)
  if (typeof type === 'object') return type.map((each) => ({ ...rest, type: each }))
  const all = [...(alternatives ?? []), ...(parts ?? [])].flatMap((each) => branchesOf(each, resolve))
  return [
    ...(type === undefined && all.length > 0 && !rest.properties ? [] : [{ ...rest, ...(type ? { type } : {}) }]),
    ...all,
  ]
}

const itemOf = ({ items, prefixItems }: StepSchema, index: number): StepSchema[] => {
  const item = prefixItems?.[index] ?? items
  return item ? [item] : []
}

const propertyOf = ({ properties, additionalProperties }: StepSchema, key: string): StepSchema[] => {
  const own = properties?.[key]
  if (own) return [own]
  return typeof additionalProperties === 'object' ? [additionalProperties] : []
}

/** The last values that a schema allows, and the first ones that it does not. */
function limitsOf(schema: StepSchema, value: unknown): readonly unknown[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const lengths = [minLength, maxLength].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1]))
  const counts = [minItems, maxItems].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1]))
  const [first] = Array.isArray(value) ? value : []
  return [
    ...[minimum, maximum].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1])),
    ...lengths.filter((each) => each >= 0 && each < LONGEST).map((length) => 'a'.repeat(length)),
    ...(first === undefined
      ? []
      : counts.filter((each) => each >= 0 && each < MOST).map((count) => Array(count).fill(first))),
    ...(schema.enum ?? []),
    ...(schema.enum ? [`${schema.enum[0]}x`, String(schema.enum[0]).toUpperCase()] : []),
    ...(schema.const === undefined ? [] : [schema.const, `${schema.const}x`]),
  ]
}

const LONGEST = 100_000
const MOST = 1_000

/** The document with the step taken. Objects and lists on the way are copies. */
export function taken(document: unknown, { path: [first, ...rest], value }: Step): unknown {
  if (first === undefined) return value
  if (Array.isArray(document))
    return document.map((item, index) => (index === first ? taken(item, { path: rest, value }) : item))
  const { [first]: inner, ...others } = document as Readonly<Record<string, unknown>>
  const now = taken(inner, { path: rest, value })
  if (now === undefined) return others
  return Object.hasOwn(document as object, first)
    ? Object.fromEntries(Object.entries(document as object).map(([key, old]) => [key, key === first ? now : old]))
    : { ...others, [first]: now }
}
