import { badRequest } from '../http/refusal.ts'
import type { Database, Value } from './database.ts'

/** Whatever a deployment counts by itself. */
type Numbered =
  | ('folders' | 'workbooks' | 'reports' | 'dashboards' | 'notifications')
  | ('dashboard_versions' | 'report_versions' | 'environments' | 'builds' | 'transform_syncs')

/**
 * Numeric ids count up per deployment and kind: a report may have the number of a workbook. They start far apart, so
 * that a report id of one deployment means nothing in another. No number comes again, even if its object is gone.
 */
export function nextId(db: Database, deploymentId: number, kind: Numbered): number {
  const row = db.get<{ last: number }>(
    `insert into counters (deployment_id, kind, last) values (?, ?, ?)
     on conflict do update set last = last + 1 returning last`,
    deploymentId,
    kind,
    deploymentId * 100_000 + 1,
  )
  return row?.last ?? 0
}

/** `update TABLE set ...` from a record of columns. Column names come from this code, never from a request. */
export function updateRow(db: Database, table: string, id: number, columns: Readonly<Record<string, Value>>): void {
  const names = Object.keys(columns)
  if (names.length === 0) return
  db.run(
    `update ${table} set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`,
    ...Object.values(columns),
    id,
  )
}

/** Names are trimmed, and must not be blank. */
export function storedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest('name: must not be blank')
  return trimmed
}

/**
 * The rows of a deployment whose name contains this text, in any case. Filtered here because SQLite ignores case for
 * ASCII letters only.
 */
export function idsNamed(db: Database, table: string, deploymentId: number, search: string): number[] {
  const wanted = search.toLowerCase()
  return db
    .all<{ id: number; name: string }>(`select id, name from ${table} where deployment_id = ?`, deploymentId)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id }) => id)
}

/** A value for every column of a row. */
export type Columns<Row> = Readonly<Record<keyof Row, Value>>

export function insertRow(db: Database, table: string, columns: Readonly<Record<string, Value>>): void {
  const names = Object.keys(columns)
  db.run(
    `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    ...Object.values(columns),
  )
}

/** The same for a table that assigns its own ids. Returns the new one. */
export function addRow(db: Database, table: string, columns: Readonly<Record<string, Value>>): number {
  insertRow(db, table, columns)
  return db.get<{ id: number }>('select last_insert_rowid() as id')?.id ?? 0
}
