import { describeProblems, type ScimPatch } from '@boardwright/platform'
import type { z } from 'zod'
import { badRequest } from '../http/refusal.ts'
import type { AttributeTable } from './attributes.ts'
import { type Filter, parseFilter } from './filter.ts'
import { matches } from './match.ts'

/** What a patch may write to a kind of resource. */
export interface Writable {
  readonly single: readonly string[]
  /** Attributes with parts, and their parts. */
  readonly complex: Readonly<Record<string, readonly string[]>>
  /** Lists of elements with parts. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Read-only attributes. */
  readonly fixed: readonly string[]
  readonly attributes: AttributeTable
}

interface Target {
  readonly name: string
  readonly kind: 'single' | 'complex' | 'list'
  readonly filter?: Filter
  readonly part?: string
}

type Json = Readonly<Record<string, unknown>>
type Verb = 'add' | 'replace' | 'remove'

/** The resource after all operations (RFC 7644, 3.5.2). The caller checks whether the result is valid. */
export function applyPatch(kind: Writable, resource: Json, { Operations }: ScimPatch): Json {
  return Operations.reduce<Json>((now, { op, path, value }) => {
    const verb = op.toLowerCase() as Verb
    if (path !== undefined) return applyAt(kind, now, verb, targetOf(kind, path), value)
    if (verb === 'remove') throw badRequest('a remove needs a path', 'noTarget')
    if (!isObject(value)) throw badRequest('without a path, the value is an object of attributes', 'invalidValue')
    return Object.entries(value)
      .filter(([name, part]) => !isEcho(kind, now, name, part))
      .reduce<Json>((each, [name, part]) => applyAt(kind, each, verb, targetOf(kind, name), part), now)
  }, resource)
}

/** The patched resource, if it is still one that could be sent. */
export function readPatched<T extends z.ZodType>(schema: T, resource: Json): z.output<T> {
  const read = schema.safeParse(resource)
  if (!read.success) throw badRequest(describeProblems(read.error).join('; '), 'invalidValue')
  return read.data
}

/** Unknown attributes are ignored, as in a resource that is sent whole. */
function applyAt(kind: Writable, resource: Json, verb: Verb, target: Target | undefined, value: unknown): Json {
  if (target === undefined) return resource
  const { name, part } = target
  const before = resource[name]
  if (target.kind === 'list') {
    return { ...resource, [name]: changeList(kind, (before ?? []) as Json[], verb, target, value) }
  }
  const next = verb === 'remove' ? null : value
  if (target.kind === 'single') return { ...resource, [name]: next }
  return { ...resource, [name]: changeParts((before ?? {}) as Json, part, next) }
}

/** Sets one part, or merges several; null for the whole attribute clears it. */
function changeParts(before: Json, part: string | undefined, value: unknown): Json | null {
  if (part !== undefined) return { ...before, [part]: value }
  if (value === null) return null
  if (!isObject(value)) throw badRequest('an attribute with parts takes an object', 'invalidValue')
  return { ...before, ...value }
}

function changeList(kind: Writable, before: readonly Json[], verb: Verb, target: Target, value: unknown): Json[] {
  const { name, part, filter } = target
  const isMeant = (element: Json): boolean =>
    filter === undefined || matches(filter, element, kind.attributes, name.toLowerCase())

  if (filter === undefined && part === undefined) {
    const given = value === undefined ? [] : elementsOf(value)
    const values = new Set(given.map((element) => element['value']))
    if (verb === 'replace') return given
    const others = before.filter((element) => !values.has(element['value']))
    if (verb === 'add') return [...others, ...given]
    return value === undefined ? [] : others
  }
  if (verb === 'remove' && part === undefined) return before.filter((element) => !isMeant(element))
  if (verb !== 'remove' && !before.some(isMeant)) {
    if (verb === 'add' && filter?.kind === 'compare' && filter.operator === 'eq') {
      const made = { [filter.path.slice(name.length + 1)]: filter.value }
      return [...before, changeParts(made, part, value) ?? made]
    }
    throw badRequest(`no element of ${name} fits the path`, 'noTarget')
  }
  const next = verb === 'remove' ? null : value
  return before.map((element) => (isMeant(element) ? (changeParts(element, part, next) ?? element) : element))
}

/** A single element may be given without a list, and even as its bare value. */
const elementsOf = (value: unknown): Json[] =>
  (Array.isArray(value) ? value : [value]).map((element: unknown) => (isObject(element) ? element : { value: element }))

const PATH = /^([A-Za-z][\w-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w-]*))?$/s

const EXTENSION = /^\s*urn:(?!ietf:params:scim:schemas:core:2\.0:(user|group):)/i

const withoutSchema = (path: string): string =>
  path.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '')

const same = (a: string) => (b: string) => a.toLowerCase() === b.toLowerCase()

const namesOf = ({ single, complex, lists, fixed }: Writable): string[] => [
  ...single,
  ...Object.keys(complex),
  ...Object.keys(lists),
  ...fixed,
]

/** Identity providers send the id of a resource, or its schemas, along with what they change. */
const isEcho = ({ fixed }: Writable, now: Json, name: string, value: unknown): boolean =>
  fixed.some((each) => same(name)(each) && JSON.stringify(now[each]) === JSON.stringify(value))

/** Undefined for an unknown attribute. */
function targetOf(kind: Writable, path: string): Target | undefined {
  if (EXTENSION.test(path)) return undefined
  const parsed = PATH.exec(withoutSchema(path))
  if (!parsed) throw badRequest(`path: "${path}" is not a path`, 'invalidPath')
  const [, word = '', inner, sub] = parsed
  const name = namesOf(kind).find(same(word))
  if (name === undefined) return undefined
  if (kind.fixed.includes(name)) throw badRequest(`path: "${name}" cannot be written`, 'mutability')
  const parts = kind.lists[name] ?? kind.complex[name] ?? []
  const part = sub === undefined ? undefined : parts.find(same(sub))
  const isList = Object.hasOwn(kind.lists, name)
  if (inner !== undefined && !isList) throw badRequest(`path: "${path}" is not in ${name}`, 'invalidPath')
  if (sub !== undefined && part === undefined) return undefined
  return {
    name,
    kind: isList ? 'list' : parts.length > 0 ? 'complex' : 'single',
    ...(part === undefined ? {} : { part }),
    ...(inner === undefined ? {} : { filter: parseFilter(inner, kind.attributes, name.toLowerCase()) }),
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
