import { isMap, pattern } from '@boardwright/common'
import { createLines, createRanges, unquote } from '@boardwright/common/yaml'
import type { Model } from '@boardwright/platform/model'
import { RESERVED, readSql, type SqlUse } from '@boardwright/platform/query'
import { expressionsIn, queriesOf } from '../../content/query-uses.ts'
import { type IsOwner, mayUseInSql, usesInSql } from '../../content/uses.ts'
import { definitionIn } from '../../serialize/documents.ts'
import type { Placed } from '../../serialize/locate.ts'
import type { Use, WantedUses, Word } from './use.ts'

/** What the SQL of a report names in the data model, or why that is not known. */
export interface SqlUses {
  readonly uses: readonly Use[]
  readonly unread?: Unread
}

type Unread = Omit<UnreadSql, 'file'>

/** SQL of a report whose uses are not known, and why. */
export interface UnreadSql {
  readonly file: string
  readonly because: string
  readonly mayUse: (name: string) => boolean
}

const NONE: SqlUses = { uses: [] }

export function usesInSqlOf(
  { document, prefix }: Placed,
  { members }: Model,
  isOwner: IsOwner,
  wanted: WantedUses,
): SqlUses {
  const { sides, value, file } = document
  const side = sides['sql']
  const sql = side?.text ?? (isMap(value) ? value['sql'] : undefined)
  if (typeof sql !== 'string' || sql.trim() === '') return NONE
  const isAsked = wanted.file(`${prefix}${file}`)
  if (!isAsked && !wanted.text(sql)) return NONE
  const read = readSql(sql, (owner) => {
    const known = members.get(owner)
    return known && new Set(known.keys())
  })
  if (!read.isRead) return { uses: [], unread: unreadBecause(read.notChecked[0]?.because ?? 'it cannot be read', sql) }
  // Names that are gone from the data model are still uses. How they were spelled there is not known.
  const gone = read.missing.flatMap((miss) =>
    [...new Set([miss.name, miss.name.toLowerCase()])].flatMap((name) =>
      isOwner(name.split('.')[0] ?? '') ? [{ ...miss, name }] : [],
    ),
  )
  const asked = [...read.uses, ...gone].filter(({ name }) => isAsked || wanted.name(name))
  if (asked.length === 0) return NONE
  const source = side ? { file: side.file, text: side.text, from: 0, to: side.text.length } : inlineIn(document)
  const at = `${prefix}${source.file}`
  const lines = createLines(source.text)
  const uses = asked.map((use): Use => {
    const word = wordOf(use, sql, source)
    const { from, to } = word ?? { from: source.from, to: source.from }
    return {
      ...{ name: use.name, how: 'SQL', by: `${prefix}${file}` },
      ...{ at: { file: at, ...lines.at(from) }, length: to - from, words: word && !isOfMany(use) ? [word] : [] },
    }
  })
  return { uses }
}

/** A word or a `*` that stands for members of several cubes. */
const isOfMany = ({ as }: SqlUse): boolean => as === 'join' || as === 'all'

const unreadBecause = (because: string, sql: string): Unread => ({
  because,
  mayUse: (name) => usesInSql(sql, name),
})

/** Of the expressions in a query, only the name of their cube is known. */
export function expressionsOf({ document, prefix }: Placed, wanted: WantedUses): UnreadSql[] {
  const file = `${prefix}${document.file}`
  const found = queriesOf(definitionIn(document)).flatMap((each) => expressionsIn(each).map(({ text }) => text))
  if (found.length === 0 || !(wanted.file(file) || found.some((text) => wanted.text(text)))) return []
  const mayUse = (name: string): boolean => found.some((text) => mayUseInSql(text, name))
  return [{ file, because: IN_EXPRESSION, mayUse }]
}

export const IN_EXPRESSION = 'it is in an expression of the query'

interface Source {
  readonly file: string
  readonly text: string
  readonly from: number
  readonly to: number
}

function inlineIn({ file, text }: Placed['document']): Source {
  const [from, to] = createRanges(text)(['sql'], 'value') ?? [0, 0]
  return { file, text, from, to }
}

/**
 * Where a name in SQL is written in its file. A YAML text may fold, indent and escape, but never splits a name.
 * Quoted names inside quoted texts are not found.
 */
function wordOf({ name, at, length, as }: SqlUse, sql: string, { text, from, to }: Source): Word | undefined {
  const written = sql.slice(at, at + length)
  const found = (start: number, end = start + length, quote = '"'): Word => ({
    ...{ means: name, from: start, to: end },
    sql: { isQuoted: written.startsWith('"'), quote, isColumn: as === 'column' },
  })
  if (text === sql) return found(at)
  const raw = text.slice(from, to)
  const unquoted = unquote(raw)
  if (unquoted?.text === sql) return found(from + unquoted.startOf(at), from + unquoted.startOf(at + length), '\\"')
  const [inSql, inText] = [placesOf(sql, written), placesOf(raw, written)]
  const place = inSql.length === inText.length ? inText[inSql.indexOf(at)] : undefined
  return place === undefined ? undefined : found(from + place)
}

const placesOf = (text: string, name: string): number[] =>
  [...text.matchAll(pattern('gu')`(?<![\p{L}\p{N}_])${name}(?![\p{L}\p{N}_])`)].map(({ index }) => index)

/** Renames a word in SQL. A column named after it keeps its old name, for charts and whatever else reads it. */
export function renamedInSql(
  text: string,
  { from, to, sql, means }: Word,
  word: string,
): { readonly to: number; readonly text: string } {
  const written = text.slice(from, to)
  const { isQuoted = false, quote = '"' } = sql ?? {}
  const isInQuotes = isQuoted || RESERVED.has(word.toLowerCase())
  const now = isInQuotes ? `${quote}${word}${quote}` : inCaseOf(written, means, word)
  if (sql?.isColumn) return { to, text: `${now} AS ${written}` }
  const alias = ` AS ${now}`
  const isItsName = text.startsWith(alias, to) && !/^[\p{L}\p{N}_]/u.test(text.slice(to + alias.length))
  return { to: isItsName ? to + alias.length : to, text: now }
}

/** Names in SQL ignore case: a new name is written in capitals, or in small letters, where the old one was. */
function inCaseOf(written: string, means: string, word: string): string {
  const old = means.split('.').at(-1) ?? ''
  if (written === old) return word
  if (written === old.toUpperCase()) return word.toUpperCase()
  return written === old.toLowerCase() ? word.toLowerCase() : word
}
