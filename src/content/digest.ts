import { createHash, hash } from 'node:crypto'
import { JsonNumber, stringifyJson } from '../json.ts'
import { type FreeForm, isMap } from './model.ts'

/**
 * A value in its canonical form: JSON with the keys sorted by code unit and numbers by value. Two values of the same
 * meaning have the same text.
 */
export function canonicalText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value instanceof JsonNumber) return value.decimal
  return isMap(value) ? objectText(value, keysOf(value).sort(), canonicalText) : stringifyJson(value)
}

/** Nearly every number is a small whole one that does not end in a zero. */
const numberText = (value: number): string =>
  Number.isSafeInteger(value) && value % 10 !== 0 ? `${value}e0` : new JsonNumber(String(value)).decimal

/** The canonical text of a query: the order of the keys in its `order` has a meaning, and stays. */
export const canonicalQuery = (query: FreeForm): string =>
  objectText(query, keysOf(query).sort(), (value, key) =>
    key === 'order' && isMap(value) ? objectText(value, keysOf(value), canonicalText) : canonicalText(value),
  )

const keysOf = (object: FreeForm): string[] => Object.keys(object)

function objectText(
  object: FreeForm,
  keys: readonly string[],
  textOf: (value: unknown, key: string) => string,
): string {
  let text = ''
  for (const key of keys) {
    const value = object[key]
    if (value !== undefined) text += `${text === '' ? '' : ','}${quote(key)}:${textOf(value, key)}`
  }
  return `{${text}}`
}

/** Of the few keys that stand everywhere, and of nothing else. */
const quoted = new Map<string, string>()

function quote(key: string): string {
  const known = quoted.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(key)
  if (quoted.size < MOST_KNOWN) quoted.set(key, text)
  return text
}

/** The first 10 characters of the SHA-256, in base64url. */
export function digestOf(canonical: string): string {
  if (canonical.length > LONGEST_KNOWN) return shortSha256(canonical)
  const known = digests.get(canonical)
  if (known !== undefined) return known
  const digest = shortSha256(canonical)
  if (digests.size >= MOST_KNOWN) digests.clear()
  digests.set(canonical, digest)
  return digest
}

/** Thousands of reports say the same of short things: their kind, their workbook, a flag. */
const digests = new Map<string, string>()
const LONGEST_KNOWN = 40
const MOST_KNOWN = 10_000

const shortSha256 = (text: string): string => hash('sha256', text, 'base64url').slice(0, 10)

/** The digest of what is not there: no canonical text is empty. */
export const ABSENT = digestOf('')

/** No digest is like it: what was applied last is not known. */
export const UNKNOWN = '-'.repeat(10)

/** As the platform hashes the files of a data model: SHA-1 of their bytes, in hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes)
