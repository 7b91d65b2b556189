import { isMap, JsonNumber, parseJson, stringifyJson } from '@boardwright/common'
import type { FreeForm } from './model.ts'

export interface QueryParts {
  readonly query?: FreeForm
  readonly queryText?: string
}

/** Real queries nest only a few levels. A query that nests deeper than this stays text. */
const DEEPEST = 100

/**
 * Reads a JSON query into the form that the tree has: the query itself; or its text, if that is not a JSON object,
 * nests too deeply, has a duplicate key, or has a number that would lose digits.
 */
export function readQuery(text: string): QueryParts {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return { queryText: text }
  }
  return isMap(value) && survives(value, 0) && countKeys(value) === countKeysIn(text)
    ? { query: value }
    : { queryText: text }
}

export const writeQuery = ({ query, queryText }: QueryParts): string | null =>
  query === undefined ? (queryText ?? null) : stringifyJson(query)

/** What a query means in either form; its text if parsing might lose something. */
export const queryMeaning = ({ query, queryText }: QueryParts): FreeForm | string | undefined =>
  query ?? (queryText === undefined ? undefined : (readQuery(queryText).query ?? queryText))

function survives(value: unknown, depth: number): boolean {
  if (value instanceof JsonNumber || depth > DEEPEST) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((each) => survives(each, depth + 1))
}

function countKeys(value: unknown): number {
  if (!isMap(value) && !Array.isArray(value)) return 0
  const inner = Object.values(value).reduce((count: number, each) => count + countKeys(each), 0)
  return inner + (isMap(value) ? Object.keys(value).length : 0)
}

/** The number of keys in a JSON text, including duplicates. */
const countKeysIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"?\s*(:?)/g)].filter(([, colon]) => colon === ':').length
