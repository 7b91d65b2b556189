import type { Database, Value } from './database.ts'

/**
 * Numeric ids count up per deployment, over all kinds together, and start far apart: a report id of one deployment is
 * nothing at all in another.
 */
export function nextId(db: Database, deploymentId: number): number {
  const row = db.get<{ id: number }>(
    'update deployments set next_id = next_id + 1 where id = ? returning next_id - 1 as id',
    deploymentId,
  )
  if (!row) throw new Error(`no deployment ${deploymentId}`)
  return row.id
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

export function insertRow(db: Database, table: string, columns: Readonly<Record<string, Value>>): void {
  const names = Object.keys(columns)
  db.run(
    `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    ...Object.values(columns),
  )
}
