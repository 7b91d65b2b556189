import { createHash, hash } from 'node:crypto'
import { isMap, JsonNumber, stringifyJson } from '@boardwright/common'
import type { FreeForm } from './model.ts'

/**
 * A value in canonical form: JSON with keys sorted by code unit and numbers by value. Equal meanings give equal texts.
 */
export function canonicalText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (value instanceof JsonNumber) return value.decimal
  return isMap(value) ? objectText(value, keysOf(value).sort(), canonicalText) : stringifyJson(value)
}

/** Fast path: most numbers are small integers that do not end in a zero. */
const numberText = (value: number): string =>
  Number.isSafeInteger(value) && value % 10 !== 0 ? `${value}e0` : new JsonNumber(String(value)).decimal

/** The canonical text of a query. The keys of its `order` stay in their order, because that has a meaning. */
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

/** Keys as JSON, cached for the first ones that come, up to a limit. */
const quoted = new Map<string, string>()

function quote(key: string): string {
  const known = quoted.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(key)
  if (quoted.size < MOST_KNOWN) quoted.set(key, text)
  return text
}

export function digestOfValue(canonical: string): string {
  if (canonical.length > LONGEST_KNOWN) return shortSha256(canonical)
  const known = digests.get(canonical)
  if (known !== undefined) return known
  const digest = shortSha256(canonical)
  if (digests.size >= MOST_KNOWN) digests.clear()
  digests.set(canonical, digest)
  return digest
}

/** Thousands of reports repeat the same short values, such as their kind or a flag. */
const digests = new Map<string, string>()
const LONGEST_KNOWN = 40
const MOST_KNOWN = 10_000

const shortSha256 = (text: string): string => hash('sha256', text, 'base64url').slice(0, 10)

/** The digest of something absent: no canonical text is empty. */
export const ABSENT = digestOfValue('')

/** Matches no digest, so it stands for an unknown last applied value. */
export const UNKNOWN = '-'.repeat(10)

/** SHA-1 in hex, as the platform hashes data-model files. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex')

export const sha256Of = (bytes: Uint8Array | string): string => hash('sha256', bytes)
