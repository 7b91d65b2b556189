import type { FreeForm } from '../../content/model.ts'
import { parseJson, stringifyJson } from '../../json.ts'

export interface QueryParts {
  readonly query?: FreeForm
  readonly queryText?: string
}

/** A JSON query as the tree holds it: the query itself, or its text where that says more than a query can. */
export function readQuery(text: string): QueryParts {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return { queryText: text }
  }
  const isQuery = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isQuery && countKeys(value) === countKeysIn(text) ? { query: value as FreeForm } : { queryText: text }
}

export const writeQuery = ({ query, queryText }: QueryParts): string | null =>
  query === undefined ? (queryText ?? null) : stringifyJson(query)

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((count: number, each) => count + countKeys(each), 0)
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length)
}

/** Keys in a JSON text, those that stand twice counted twice. */
const countKeysIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ':').length
