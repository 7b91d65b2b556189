import { createHash } from 'node:crypto'
import type { Platform } from '../platform.ts'

const HOUR = 3_600_000

/** Whether the client must ask again: a query that nobody asked within the last hour is not ready at once. */
export function mustWait({ db, clock, switches }: Platform, deploymentId: number, asked: string): boolean {
  const hash = createHash('sha256').update(`${deploymentId} ${asked}`).digest('hex')
  db.run('delete from data_queries where asked_at < ?', clock.stamp(-HOUR))
  const waits = db.get<{ waits: number }>('select waits from data_queries where hash = ?', hash)?.waits ?? 0
  if (waits >= switches.queryWaits) return false
  db.run(
    'insert or replace into data_queries (hash, deployment_id, waits, asked_at) values (?, ?, ?, ?)',
    hash,
    deploymentId,
    waits + 1,
    clock.stamp(),
  )
  return true
}
