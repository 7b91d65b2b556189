import type { Cell, SqlColumn } from '@boardwright/pictures'
import { readSql } from '@boardwright/platform/query'
import { badRequest } from '../http/refusal.ts'
import type { Members } from './members.ts'

export interface Table {
  readonly schema: readonly { readonly name: string; readonly column_type: ColumnType }[]
  readonly data: readonly (readonly Cell[])[]
}

type ColumnType = 'String' | 'Double' | 'Boolean' | 'Timestamp'

const TYPES: Readonly<Record<SqlColumn['type'], ColumnType>> = {
  string: 'String',
  number: 'Double',
  boolean: 'Boolean',
  time: 'Timestamp',
}
const LEADING_COMMENTS = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*/

/** The answer to a semantic SQL query. */
export function answerSql({ company, entries }: Members, sql: string): Table {
  if (!/^(select|with)\b/i.test(sql.replace(LEADING_COMMENTS, '')))
    throw badRequest('query: only SELECT is served here')
  checkNames(entries, sql)
  const { columns, rows } = company.askSql(sql)
  if (columns.length === 0) throw badRequest('query: the SELECT names no columns')
  return { schema: columns.map(({ name, type }) => ({ name, column_type: TYPES[type] })), data: rows }
}

/** Every name must be in the model, as in a query. SQL that cannot be checked passes: its rows are guessed. */
function checkNames(entries: Members['entries'], sql: string): void {
  const columnsOf = new Map(
    entries.map(({ name: owner, members }) => {
      const columns = members.filter(({ kind }) => kind !== 'hierarchy')
      return [owner, new Set(columns.map(({ name }) => name.slice(owner.length + 1)))]
    }),
  )
  const [first] = readSql(sql, (owner) => columnsOf.get(owner)).missing
  if (first) throw badRequest(`query: ${first.message}`)
}
