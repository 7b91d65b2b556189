import { createHash } from 'node:crypto'
import { JsonNumber, stringifyJson } from '../json.ts'
import { type FreeForm, isMap } from './model.ts'

/**
 * A value in its canonical form: JSON with the keys sorted by code unit and numbers by value. Two values of the same
 * meaning have the same text.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value instanceof JsonNumber) return value.decimal
  if (typeof value === 'number') return new JsonNumber(String(value)).decimal
  return isMap(value) ? objectText(value, keysOf(value).sort(), canonicalText) : stringifyJson(value)
}

/** The canonical text of a query: the order of the keys in its `order` has a meaning, and stays. */
export const canonicalQuery = (query: FreeForm): string =>
  objectText(query, keysOf(query).sort(), (value, key) =>
    key === 'order' && isMap(value) ? objectText(value, keysOf(value), canonicalText) : canonicalText(value),
  )

const keysOf = (object: FreeForm): string[] => Object.keys(object).filter((key) => object[key] !== undefined)

const objectText = (
  object: FreeForm,
  keys: readonly string[],
  textOf: (value: unknown, key: string) => string,
): string => `{${keys.map((key) => `${JSON.stringify(key)}:${textOf(object[key], key)}`).join(',')}}`

/** The first 10 characters of the SHA-256, in base64url. */
export const digestOf = (canonical: string): string =>
  createHash('sha256').update(canonical).digest('base64url').slice(0, 10)

/** The digest of what is not there: no canonical text is empty. */
export const ABSENT = digestOf('')

/** As the platform hashes the files of a data model: SHA-1 of their bytes, in hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')
