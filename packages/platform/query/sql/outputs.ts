import { parseSql } from './parse.ts'
import type { Query, Select } from './syntax.ts'
import { NotUnderstood } from './tokens.ts'

/** The columns that SQL returns, as it writes their names. Undefined if only the database knows all of them. */
export function sqlColumns(sql: string): readonly string[] | undefined {
  try {
    const names = firstSelect(parseSql(sql)).outputs.map((each) => ('name' in each ? each.name?.text : undefined))
    const known = names.flatMap((name) => name ?? [])
    return known.length > 0 && known.length === names.length ? known : undefined
  } catch (cause) {
    if (cause instanceof NotUnderstood) return undefined
    throw cause
  }
}

/** The first of several united SELECTs names the columns of all. */
const firstSelect = (query: Query): Select => {
  const [first] = query.selects as readonly [Select | Query]
  return 'outputs' in first ? first : firstSelect(first)
}
