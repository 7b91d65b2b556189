import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompanyModel, type RowsBehind, rowsBehind } from '@boardwright/pictures'

/** Writes the rows of the made-up company into a folder, and returns the SQL that makes a database's tables of them. */
export function makeTables(folder: string, company: CompanyModel): string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return rowsBehind(company)
    .filter(({ columns }) => columns.size > 0)
    .map((rows) => {
      const file = join(folder, `${rows.cube}.csv`)
      writeFileSync(file, csvOf(rows))
      return createTable(rows, file)
    })
}

type Values = readonly unknown[]

const createTable = ({ cube, columns }: RowsBehind, file: string): string => {
  const types = [...columns].map(([name, values]) => `${quoted(name)}: ${quoted(typeOf(values))}`)
  const options = `header = false, nullstr = '\\N', quote = '"', columns = {${types.join(', ')}}`
  return `create table "${cube}" as select * from read_csv(${quoted(file)}, ${options})`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Numbers are exact, so that sums are the same in any order. */
function typeOf(values: Values): string {
  const some = values.find((value) => value !== null)
  if (some instanceof Date) return 'TIMESTAMP'
  if (typeof some === 'boolean') return 'BOOLEAN'
  if (typeof some !== 'number') return 'VARCHAR'
  return values.every((value) => value === null || Number.isInteger(value)) ? 'BIGINT' : 'DECIMAL(18, 4)'
}

function csvOf({ columns }: RowsBehind): string {
  const all = [...columns.values()]
  return (all[0] ?? []).map((_, row) => `${all.map((values) => cellOf(values[row])).join(',')}\n`).join('')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}` : value.toFixed(4)
  return `"${(value instanceof Date ? value.toISOString().slice(0, -1) : String(value)).replaceAll('"', '""')}"`
}
