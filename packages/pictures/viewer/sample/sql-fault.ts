import { IsTemplate, NotUnderstood, parseSql } from '@boardwright/platform/query'

/** Why SQL cannot be read at all, and where. Undefined if a template makes it whole, or if it is only hard to answer. */
export function sqlFault(sql: string): string | undefined {
  try {
    parseSql(sql)
  } catch (cause) {
    if (!(cause instanceof NotUnderstood)) throw cause
    if (cause instanceof IsTemplate || !cause.place) return undefined
    const lines = sql.slice(0, cause.place.at).split('\n')
    return `This SQL cannot be read, at its line ${lines.length}: ${cause.message}.`
  }
  return undefined
}
