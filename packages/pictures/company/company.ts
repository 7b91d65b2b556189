import { oncePer } from '@boardwright/common'
import { NotUnderstood } from '@boardwright/platform/query'
import { type Answer, ask } from './ask.ts'
import { askSql, type SqlColumn, type Table } from './ask-sql.ts'
import { isUnit } from './calendar.ts'
import { groupMembers } from './group.ts'
import { createMembers, type Members } from './members.ts'
import type { CompanyModel } from './model.ts'
import type { Query } from './query.ts'
import { askForSample } from './sample.ts'
import type { Aggregate, Expression } from './sql/syntax.ts'
import { type Cell, cellOf, compareValues, roundedValue } from './values.ts'

/** One made-up company for a data model. Its answers never change, and agree with each other. */
export interface Company {
  readonly ask: (query: Query) => Answer
  /** The same, but a filter on a value that the company lacks shows one of its own. */
  readonly askForSample: (query: Query) => Answer
  /** The answer to SQL that it cannot read is guessed. */
  readonly askSql: (sql: string) => Table
  /** The values of a dimension, in order. */
  readonly valuesOf: (dimension: string) => readonly Cell[]
}

/** The same company for the same model object. */
export const companyOf = oncePer(createCompany)

function createCompany(model: CompanyModel): Company {
  const members = createMembers(model)
  return {
    ask: (query) => ask(members, query),
    askForSample: (query) => askForSample(members, query),
    askSql: (sql) => readOrGuess(members, sql),
    valuesOf: (dimension) => [...new Set(members.valuesOf(dimension).map(cellOf))].toSorted(compareValues),
  }
}

function readOrGuess(members: Members, sql: string): Table {
  try {
    return askSql(members, sql)
  } catch (cause) {
    if (cause instanceof NotUnderstood) return guessSql(members, sql)
    throw cause
  }
}

const MOST_COLUMNS = 60
const MOST_LONG = 100_000

interface Guessed extends SqlColumn {
  readonly constant?: string
}

/** For SQL that is not understood: the columns of its last SELECT, with values that fit their names and expressions. */
function guessSql(members: Members, sql: string): Table {
  const { columns, from, limit } = columnsIn(sql.slice(0, MOST_LONG))
  const cube = from ?? 'rows'
  const keys = columns.filter(({ type, constant }) => type !== 'number' && constant === undefined)
  const groups = keys.map(
    ({ name, type, grain }): Expression =>
      type === 'time'
        ? { kind: 'member', name: `${cube}.${name}`, grain: grain ?? 'day' }
        : { kind: 'raw', cube, column: name, type: 'string' },
  )
  const aggregates = columns.flatMap(({ name, type }): Aggregate[] =>
    type === 'number'
      ? [{ kind: 'aggregate', cube, how: 'sum', of: { kind: 'raw', cube, column: name, type }, where: [] }]
      : [],
  )
  const rows = groupMembers(members, { groups, where: [], aggregates, cube }).map(({ keys: own, counted }) => {
    const [next, values] = [own.values(), counted.values()]
    return columns.map(({ type, constant }): Cell => {
      if (constant !== undefined) return constant
      return cellOf(roundedValue((type === 'number' ? values.next().value : next.next().value) ?? null))
    })
  })
  return {
    isGuessed: true,
    columns: columns.map(({ constant: _, ...column }) => column),
    rows: columns.length === 0 ? [] : rows.slice(0, limit),
  }
}

const CLAUSE_END = /^(from|where|group|having|order|limit|offset|union|window|intersect|except)$/i
const TOKENS = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[\p{L}\p{N}_.$]+|\S/gu

interface Word {
  readonly text: string
  readonly depth: number
}

function wordsIn(sql: string): Word[] {
  const words: Word[] = []
  let depth = 0
  for (const [text] of sql.matchAll(TOKENS)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')') depth -= 1
    words.push({ text, depth })
    if (text === '(') depth += 1
  }
  return words
}

function columnsIn(sql: string): { columns: Guessed[]; from: string | undefined; limit: number | undefined } {
  const words = wordsIn(sql)
  const start = words.findLastIndex(({ text, depth }) => depth === 0 && /^select$/i.test(text))
  const after = words.slice(start + 1)
  const end = after.findIndex(({ text, depth }) => depth === 0 && CLAUSE_END.test(text))
  const listed: Word[][] = [[]]
  for (const word of start < 0 ? [] : after.slice(0, end < 0 ? undefined : end)) {
    if (word.depth === 0 && word.text === ',') listed.push([])
    else listed.at(-1)?.push(word)
  }
  const wordAfter = (clause: RegExp): string | undefined => {
    const at = after.findLastIndex(({ text, depth }) => depth === 0 && clause.test(text))
    return at < 0 ? undefined : after[at + 1]?.text
  }
  const [limit, from] = [Number(wordAfter(/^limit$/i)), wordAfter(/^from$/i)]
  return {
    columns: listed
      .filter((each) => each.length > 0)
      .slice(0, MOST_COLUMNS)
      .map(columnOf),
    from: from === '(' ? undefined : from?.replaceAll(/["`]/g, ''),
    limit: Number.isInteger(limit) ? limit : undefined,
  }
}

function columnOf(words: readonly Word[], index: number): Guessed {
  const as = words.findLastIndex(({ text, depth }) => depth === words[0]?.depth && /^as$/i.test(text))
  const bare = (as >= 0 ? words[as + 1] : words.at(-1))?.text ?? ''
  const name = /^["`\p{L}_][\p{L}\p{N}_.$"`]*$/u.test(bare) ? nameIn(bare) : `column_${index + 1}`
  const text = (as >= 0 ? words.slice(0, as) : words).map((word) => word.text).join(' ')
  const literal = /^'(.*)'$/s.exec(text)
  if (literal) return { name, type: 'string', constant: (literal[1] ?? '').replaceAll("''", "'") }
  const grain = /date_trunc \( '?(\w+)/i.exec(text)?.[1]?.toLowerCase()
  if (grain !== undefined || /(^|_)(day|date|week|month|at)$/i.test(name))
    return { name, type: 'time', ...(grain !== undefined && isUnit(grain) ? { grain } : {}) }
  const isNumber = /\b(measure|sum|count|avg|min|max|round|approx_distinct|coalesce)\b \(|[*/+]|^\d+(\.\d+)?$/i.test(
    text,
  )
  return { name, type: isNumber ? 'number' : 'string' }
}

/** A name without quotes is in lower case. */
const nameIn = (word: string): string => {
  const last = /["`]/.test(word) ? word : (word.split('.').at(-1) ?? word)
  return /["`]/.test(last) ? last.replaceAll(/["`]/g, '') : last.toLowerCase()
}
