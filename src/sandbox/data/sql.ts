import { badRequest } from '../http/refusal.ts'
import type { CompiledMember, Members } from './members.ts'
import { listPeriods } from './periods.ts'
import { type Cell, chance, measureOf, valuesOf } from './values.ts'

export interface Column {
  readonly name: string
  readonly column_type: 'String' | 'Double' | 'Boolean' | 'Timestamp'
}

export interface Table {
  readonly schema: readonly Column[]
  readonly data: readonly (readonly Cell[])[]
}

const ROWS = 12
const CLAUSE_END = /^(from|where|group|having|order|limit|offset|union|window)$/i

/**
 * A made-up answer to a semantic SQL query. The sandbox has no SQL engine: it reads the columns of the last SELECT that
 * stands at the top, and what they look like, and nothing else.
 */
export function answerSql(members: Members, sql: string, now: Date): Table {
  const words = readWords(sql)
  if (words[0] === undefined || !/^(select|with)$/i.test(words[0].text)) {
    throw badRequest('query: only SELECT is served here')
  }
  const columns = splitColumns(words).map((column, index) => readColumn(members, column, index))
  if (columns.length === 0) throw badRequest('query: the SELECT names no columns')
  const hasTime = columns.some(({ shape }) => shape === 'Timestamp')
  const isOne = columns.every(({ shape }) => shape === 'Double')
  const periods = hasTime ? listPeriods(granularityOf(sql), undefined, now) : []
  const count = isOne ? 1 : Math.min(limitOf(words) ?? ROWS, hasTime ? periods.length : ROWS)
  const data = Array.from({ length: count }, (_, row) =>
    columns.map(({ name, shape, member }): Cell => {
      if (shape === 'Timestamp') return periods[row] ?? null
      if (shape === 'Double')
        return measureOf(member ?? { name: `sql.${name}`, kind: 'measure', type: 'sum', title: name }, `${row}`)
      const values = valuesOf(member ?? { name: `sql.${name}`, kind: 'dimension', type: 'string', title: name }, now)
      return values[Math.floor(chance(`${name}#${row}`) * values.length)] ?? null
    }),
  )
  return { schema: columns.map(({ name, shape }) => ({ name, column_type: shape })), data }
}

interface Word {
  readonly text: string
  readonly depth: number
}

/** Words, quoted texts and single signs, with how many parentheses they are in. Comments are left out. */
function readWords(sql: string): Word[] {
  const words: Word[] = []
  let depth = 0
  for (const [text] of sql.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\w.$]+|\S/g)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue
    if (text === ')') depth -= 1
    words.push({ text, depth })
    if (text === '(') depth += 1
  }
  return words
}

/** The columns of the last SELECT that is in no parentheses. */
function splitColumns(words: readonly Word[]): Word[][] {
  const start = words.findLastIndex(({ text, depth }) => depth === 0 && /^select$/i.test(text))
  const columns: Word[][] = [[]]
  for (const word of words.slice(start + 1)) {
    if (word.depth === 0 && CLAUSE_END.test(word.text)) break
    if (word.depth === 0 && word.text === ',') columns.push([])
    else columns.at(-1)?.push(word)
  }
  return columns.filter((column) => column.length > 0)
}

interface Shaped {
  readonly name: string
  readonly shape: Column['column_type']
  readonly member: CompiledMember | undefined
}

function readColumn(members: Members, words: readonly Word[], index: number): Shaped {
  const named = words.findLastIndex(({ text, depth }) => depth === words[0]?.depth && /^as$/i.test(text))
  const last = words.at(-1)?.text ?? ''
  const bare = named >= 0 ? (words[named + 1]?.text ?? last) : last
  const name = /^[\w.$"]+$/.test(bare) ? (bare.replaceAll('"', '').split('.').at(-1) ?? bare) : `column_${index + 1}`
  const expression = (named >= 0 ? words.slice(0, named) : words).map(({ text }) => text)
  const member = findMember(members, expression)
  return { name, shape: shapeOf(expression, member), member }
}

/** The member of the model whose last name stands in the expression, when there is one. */
function findMember(members: Members, expression: readonly string[]): CompiledMember | undefined {
  const names = expression.map((text) => text.replaceAll('"', '').split('.').at(-1))
  return [...members.byName.values()].find((member) => names.includes(member.name.split('.').at(-1)))
}

const AGGREGATE = /^(measure|sum|count|avg|min|max|extract|round|approx_distinct)$/i

function shapeOf(expression: readonly string[], member: CompiledMember | undefined): Column['column_type'] {
  if (expression.some((text) => /^date_trunc$/i.test(text))) return 'Timestamp'
  if (expression.some((text) => AGGREGATE.test(text)) || expression.every((text) => /^\d+(\.\d+)?$/.test(text)))
    return 'Double'
  if (member?.kind === 'measure') return 'Double'
  if (member?.type === 'time') return 'Timestamp'
  if (member?.type === 'number') return 'Double'
  return member?.type === 'boolean' ? 'Boolean' : 'String'
}

const granularityOf = (sql: string): string => /date_trunc\s*\(\s*'(\w+)'/i.exec(sql)?.[1]?.toLowerCase() ?? 'day'

function limitOf(words: readonly Word[]): number | undefined {
  const at = words.findLastIndex(({ text, depth }) => depth === 0 && /^limit$/i.test(text))
  const limit = Number(words[at + 1]?.text)
  return at >= 0 && Number.isInteger(limit) ? limit : undefined
}
