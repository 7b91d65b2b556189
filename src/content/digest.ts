import { createHash } from 'node:crypto'
import { JsonNumber, stringifyJson } from '../json.ts'

/**
 * A value in its canonical form: keys sorted by code unit, numbers by value. Two values of the same meaning have the
 * same text. The order of keys in a query's `order` has a meaning, and stays.
 */
export function canonicalText(value: unknown, ordered = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item)).join(',')}]`
  if (value instanceof JsonNumber) return value.decimal
  if (typeof value === 'number') return new JsonNumber(String(value)).decimal
  if (value === null || typeof value !== 'object') return stringifyJson(value)
  const keys = Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined)
  const sorted = ordered ? keys : keys.sort()
  const members = sorted.map(
    (key) => `${JSON.stringify(key)}:${canonicalText((value as Record<string, unknown>)[key])}`,
  )
  return `{${members.join(',')}}`
}

/** The canonical text of a query: like any other, but for `order`. */
export function canonicalQuery(query: Readonly<Record<string, unknown>>): string {
  const { order, ...rest } = query
  return order === undefined ? canonicalText(rest) : `${canonicalText(rest)}${canonicalText(order, true)}`
}

/** The first 10 characters of the SHA-256, in base64url. */
export const digestOf = (canonical: string): string =>
  createHash('sha256').update(canonical).digest('base64url').slice(0, 10)

/** As the platform hashes the files of a data model: SHA-1 of their bytes, in hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
