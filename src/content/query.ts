import { JsonNumber, parseJson, stringifyJson } from '../json.ts'
import { type FreeForm, isMap } from './model.ts'

export interface QueryParts {
  readonly query?: FreeForm
  readonly queryText?: string
}

/** A query nests a few levels. What nests deeper than files may is not taken apart. */
const DEEPEST = 100

/**
 * A JSON query as the tree holds it: the query itself, or its text where that says more than a query can: it is no
 * JSON object, a key stands twice, or a number is longer than a number can be.
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

/** What a query means, however it is held: the query, or its text where nothing else is sure. */
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

/** Keys in a JSON text, those that stand twice counted twice. */
const countKeysIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ':').length
