import type { Platform } from '../platform.ts'

/**
 * Removes the rows of a deployment from every table that has a column for it, whichever area the table belongs to.
 * Rows that depend on those go with them, or are listed here.
 */
export function removeDeployment({ db }: Platform, deploymentId: number): void {
  db.run('PRAGMA defer_foreign_keys = ON')
  db.run(
    'insert or ignore into retired_public_ids select public_id from reports where deployment_id = ? and public_id is not null',
    deploymentId,
  )
  db.run(
    'delete from report_versions where report_id in (select id from reports where deployment_id = ?)',
    deploymentId,
  )
  for (const [type, table] of [
    ['FOLDER', 'folders'],
    ['WORKBOOK', 'workbooks'],
    ['REPORT', 'reports'],
  ] as const) {
    db.run(
      `delete from grants where type = ? and id in (select id from ${table} where deployment_id = ?)`,
      type,
      deploymentId,
    )
  }
  const tables = db.all<{ name: string }>(
    `select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'deployment_id'
     where m.type = 'table'`,
  )
  for (const { name } of tables) db.run(`delete from "${name}" where deployment_id = ?`, deploymentId)
  db.run('delete from deployments where id = ?', deploymentId)
}
