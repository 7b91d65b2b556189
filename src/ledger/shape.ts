import { isKind, type Key, KINDS } from '../content/kinds.ts'
import type { Span } from '../content/versions.ts'

export type Raw = Readonly<Record<string, unknown>>
export type CommitOf = (index: unknown, at: string) => string

/** Why a value is no ledger. Caught where a ledger is read. */
export class Malformed extends Error {
  constructor(at: string, wanted: string) {
    super(at === '' ? `it is not ${wanted}` : `${at}: not ${wanted}`)
  }
}

export const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function objectAt(value: unknown, at: string, keys: readonly string[]): Raw {
  if (!isObject(value)) throw new Malformed(at, at === '' ? 'a ledger' : 'an object')
  const other = Object.keys(value).find((key) => !keys.includes(key))
  if (other !== undefined) throw new Malformed(at === '' ? other : `${at}.${other}`, 'a key of a ledger')
  return value
}

/** Without a prototype: whatever a key is called, it is a key. */
export function mapAt<T>(
  value: unknown,
  at: string,
  isKey: (key: string) => boolean,
  read: (value: unknown, at: string) => T,
): Readonly<Record<string, T>> {
  if (!isObject(value)) throw new Malformed(at, 'an object')
  const map: Record<string, T> = Object.create(null)
  for (const key of Object.keys(value)) {
    if (!isKey(key)) throw new Malformed(at, 'a map of known keys')
    map[key] = read(value[key], at)
  }
  return map
}

export function listAt<T>(value: unknown, at: string, read: (value: unknown, at: string) => T): readonly T[] {
  if (!Array.isArray(value)) throw new Malformed(at, 'a list')
  return value.map((each) => read(each, at))
}

export const indexInto =
  (commits: readonly string[]): CommitOf =>
  (index, at) => {
    const commit = commits[integerAt(index, at, 0)]
    if (commit === undefined) throw new Malformed(at, 'a commit that is listed')
    return commit
  }

export function commitAt(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{7,64}$/.test(value)) throw new Malformed(at, 'a commit')
  return value
}

export function integerAt(value: unknown, at: string, least = Number.MIN_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || (value as number) < least) throw new Malformed(at, 'a number')
  return value as number
}

export function digestAt(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/^[\w-]{10}$/.test(value)) throw new Malformed(at, 'a digest')
  return value
}

export function textAt(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new Malformed(at, 'a text')
  return value
}

export function trueAt(value: unknown, at: string): true {
  if (value !== true) throw new Malformed(at, 'true')
  return true
}

export function pairAt(value: unknown, at: string): Span {
  if (!Array.isArray(value) || value.length !== 2) throw new Malformed(at, 'a pair')
  return [integerAt(value[0], at), integerAt(value[1], at)]
}

export const maybe = <K extends string, T>(
  key: K,
  value: unknown,
  read: (value: unknown, at: string) => T,
): { readonly [_ in K]?: T } => (value === undefined ? {} : ({ [key]: read(value, key) } as { [_ in K]: T }))

/** What may have an entry. */
export const isEntryKey = (key: string): key is Key => isKind(key, 'workbook', 'report')
export const isAnyKey = (key: string): key is Key => isKind(key, ...KINDS)
/** JSON gives this name as any other, and an object would take it for its prototype. */
export const isName = (name: string): boolean => name !== '__proto__'
