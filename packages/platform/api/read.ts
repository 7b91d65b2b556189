import { z } from 'zod'
import type { Endpoint, PathOf, QueryOf } from './endpoint.ts'

/**
 * Converts the text of a URL to typed values and back, as an endpoint's schemas say, and puts what a schema found
 * wrong into words.
 */

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: string[] }

interface Parameter {
  readonly name: string
  readonly many: boolean
  /** A text that is not even of the type is returned unchanged, for the schema to refuse. */
  readonly read: (text: string) => unknown
}

/** A repeated parameter is a list if the schema wants one, and otherwise a problem. Unknown parameters are ignored. */
export function readQuery<E extends Endpoint>(endpoint: E, search: URLSearchParams): Read<QueryOf<E>> {
  const schema = endpoint.query
  if (schema === undefined) return { ok: true, value: {} as QueryOf<E> }
  const problems: string[] = []
  const raw: Record<string, unknown> = {}
  for (const { name, many, read } of parametersOf(schema)) {
    const texts = search.getAll(name)
    const [first] = texts
    if (first === undefined) continue
    if (!many && texts.length > 1) problems.push(`${name}: given ${texts.length} times, expected once`)
    raw[name] = many ? texts.map(read) : read(first)
  }
  return check(schema, raw, problems) as Read<QueryOf<E>>
}

export function readPath<E extends Endpoint>(endpoint: E, texts: Readonly<Record<string, string>>): Read<PathOf<E>> {
  const raw: Record<string, unknown> = {}
  for (const { name, read } of parametersOf(endpoint.params)) {
    const text = texts[name]
    if (text !== undefined) raw[name] = read(text)
  }
  return check(endpoint.params, raw, []) as Read<PathOf<E>>
}

/** The query of a request, without its `?`, in the schema's order. Undefined and null values are left out. */
export function writeQuery<E extends Endpoint>(endpoint: E, value: QueryOf<E>): string {
  if (endpoint.query === undefined) return ''
  const given: Readonly<Record<string, unknown>> = value
  const search = new URLSearchParams()
  for (const { name } of parametersOf(endpoint.query)) {
    const values = Array.isArray(given[name]) ? given[name] : [given[name]]
    for (const one of values) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.toString()
}

/**
 * Puts values into the `{name}` segments of a path. A value that would change the structure of the path is a problem.
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): Read<string> {
  const problems: string[] = []
  const value = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '')
    const problem = segmentProblem(text)
    if (problem === undefined) return encodeURIComponent(text)
    problems.push(`${name}: ${problem}`)
    return ''
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

function segmentProblem(text: string): string | undefined {
  if (text === '') return 'is missing or empty'
  if (text === '.' || text === '..') return `cannot be "${text}", which every URL parser drops`
  if (/\p{Surrogate}/u.test(text)) return 'is not valid Unicode'
  return undefined
}

const SHOWN = 10

/** One line for each problem, `config.widgets[3].id: what is wrong`: at most ten, then how many more if these are all. */
export function describeProblems({ issues }: Pick<z.core.$ZodError, 'issues'>, areAll = true): string[] {
  const lines = issues.map((issue) => {
    const { path } = issue
    const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue
    const what = message.replace(/^Invalid input: /, '')
    return path.length === 0 ? what : `${printPath(path)}: ${what}`
  })
  const others = lines.length - SHOWN
  return others > 0 ? [...lines.slice(0, SHOWN), areAll ? `and ${others} more` : 'and more'] : lines
}

function printPath(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    const key = String(step)
    return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
  })
  return steps.join('').replace(/^\./, '')
}

function check(schema: z.ZodObject, raw: object, found: readonly string[]): Read<unknown> {
  const parsed = schema.safeParse(raw)
  if (parsed.success && found.length === 0) return { ok: true, value: parsed.data }
  return { ok: false, problems: parsed.success ? [...found] : [...found, ...describeProblems(parsed.error)] }
}

const compiled = new WeakMap<z.ZodObject, readonly Parameter[]>()

function parametersOf(schema: z.ZodObject): readonly Parameter[] {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const parameters = Object.entries(schema.shape).map(([name, field]) => compile(name, unwrap(field)))
  compiled.set(schema, parameters)
  return parameters
}

function compile(name: string, type: z.core.$ZodType): Parameter {
  if (type instanceof z.ZodArray) return { name, many: true, read: compile(name, unwrap(type.element)).read }
  if (type instanceof z.ZodNumber) return { name, many: false, read: readInteger }
  if (type instanceof z.ZodBoolean) return { name, many: false, read: readBoolean }
  return { name, many: false, read: (text) => text }
}

const unwrap = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable ? unwrap(field.unwrap()) : field

const readInteger = (text: string): unknown => (/^-?\d+$/.test(text) ? Number(text) : text)

const readBoolean = (text: string): unknown => (text === 'true' || text === 'false' ? text === 'true' : text)
