import { randomUUID } from 'node:crypto'
import type { Scene } from '@boardwright/pictures'
import type { StartDashboardExportInput } from '@boardwright/platform'
import { after } from '../control/clock.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { insertRow } from './rows.ts'

export interface ExportRow {
  readonly id: string
  readonly deployment_id: number
  readonly user_id: number
  readonly content_type: string
  /** Null until somebody asks for it, and if rendering failed. */
  readonly file: ArrayBuffer | Uint8Array | null
  readonly error: string | null
  readonly created_at: string
  readonly ready_at: string
  readonly expires_at: string
}

const LIFE_MS = 5 * 60_000
const MOST_IN_FLIGHT = 5

export const CONTENT_TYPES = { png: 'image/png', pdf: 'application/pdf' } as const

const dropExpired = ({ db, clock }: Platform): unknown =>
  db.run('delete from dashboard_exports where expires_at <= ?', clock.stamp())

/** Refuses when too many exports for this user are not ready yet. */
export function requireRoom({ db, clock }: Platform, identity: string): void {
  const busy = db.get<{ n: number }>(
    'select count(*) as n from dashboard_exports where identity = ? and ready_at > ?',
    identity,
    clock.stamp(),
  )
  if ((busy?.n ?? 0) >= MOST_IN_FLIGHT) throw new Refusal(429, `${MOST_IN_FLIGHT} exports are in flight: wait for one`)
}

export interface NewExport {
  readonly deploymentId: number
  readonly userId: number
  readonly identity: string
  readonly format: StartDashboardExportInput['format']
  /** What is rendered, or why nothing is. */
  readonly scene: Scene | string
}

/** The content is fixed now; by the platform's clock it is ready later. */
export function addExport(platform: Platform, made: NewExport): { jobId: string; expiresAt: string } {
  const { db, clock, switches } = platform
  dropExpired(platform)
  requireRoom(platform, made.identity)
  const jobId = randomUUID()
  const now = clock.now()
  const expiresAt = after(now, LIFE_MS)
  insertRow(db, 'dashboard_exports', {
    id: jobId,
    deployment_id: made.deploymentId,
    user_id: made.userId,
    identity: made.identity,
    content_type: CONTENT_TYPES[made.format],
    file: null,
    error: typeof made.scene === 'string' ? made.scene : null,
    created_at: now.toISOString(),
    ready_at: after(now, switches.exportMs),
    expires_at: expiresAt,
  })
  if (typeof made.scene !== 'string') {
    insertRow(db, 'export_scenes', { export_id: jobId, scene: JSON.stringify(made.scene) })
  }
  return { jobId, expiresAt }
}

/** A job of the user's own, until it is dropped. */
export function findExport({ db, clock }: Platform, deploymentId: number, userId: number, jobId: string): ExportRow {
  const row = db.get<ExportRow>(
    'select * from dashboard_exports where id = ? and deployment_id = ? and user_id = ? and expires_at > ?',
    jobId,
    deploymentId,
    userId,
    clock.stamp(),
  )
  if (!row) throw notFound(`export ${jobId}`)
  return row
}

/** How far a job is, from 0 to 1. */
export function progressOf({ clock }: Platform, { created_at, ready_at }: ExportRow): number {
  const [start, end] = [Date.parse(created_at), Date.parse(ready_at)]
  const now = clock.now().getTime()
  return now >= end ? 1 : Math.max(0, (now - start) / (end - start))
}

/** The job with its file, or with the reason why there is none. It is rendered once. */
export async function rendered(
  { db }: Platform,
  row: ExportRow,
  render: (scene: Scene) => Promise<Uint8Array | string>,
): Promise<ExportRow> {
  if (row.file !== null || row.error !== null) return row
  const kept = db.get<{ scene: string }>('select scene from export_scenes where export_id = ?', row.id)
  const outcome = kept ? await render(JSON.parse(kept.scene) as Scene) : 'there is nothing to draw'
  const [file, error] = typeof outcome === 'string' ? [null, outcome] : [outcome, null]
  db.run('update dashboard_exports set file = ?, error = ? where id = ?', file, error, row.id)
  return { ...row, file, error }
}
