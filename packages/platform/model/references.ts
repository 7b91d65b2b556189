import { isMap, type Path } from '@boardwright/common'
import type { Fields } from './fields.ts'

const CHAIN = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/
/** `\{` is a plain brace, and `${...}` may be a variable. */
const IN_BRACES = /(?<![\\$])\{([^{}]*)\}/g

/** The names in a text of SQL: chains of names in braces. */
export const referencesIn = (sql: string): string[] =>
  [...sql.matchAll(IN_BRACES)]
    .map(([, inner = '']) => inner.trim().replace(/\.sql\(\)$/, ''))
    .filter((inner) => CHAIN.test(inner))

export interface SqlText {
  readonly text: string
  readonly path: Path
}

/** Every text of SQL in a member, at any depth: filters and cases have their own. */
export function sqlTexts(value: unknown, path: Path = []): SqlText[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown, index) => sqlTexts(each, [...path, index]))
  if (!isMap(value)) return []
  return Object.entries(value satisfies Fields).flatMap(([key, entry]) => {
    if (key === 'meta') return []
    const isSql = (key === 'sql' || key === 'sql_table') && typeof entry === 'string'
    return isSql ? [{ text: entry, path: [...path, key] }] : sqlTexts(entry, [...path, key])
  })
}
