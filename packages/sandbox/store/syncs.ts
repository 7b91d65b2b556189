import { parseJson } from '@boardwright/common'
import type { TransformSyncLogEntry, TransformSyncRun } from '@boardwright/platform'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Generated } from '../transform/manifest.ts'
import { type Phase, phasesUntil, stagesOf } from '../transform/stages.ts'

export interface SyncRow {
  readonly id: number
  readonly job: string
  readonly deployment_id: number
  readonly user_id: number
  readonly source: string
  readonly output: string
  readonly branch_name: string
  readonly git_ref: string | null
  readonly started_at: string
  /** When it ends, unless it is cancelled first. */
  readonly ready_at: string
  /** How long all stages take together. */
  readonly total_ms: number
  readonly ended_at: string | null
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  readonly failed_phase: string | null
  readonly error: string | null
  readonly outcome: string
}

/** The outcome of a sync that nobody cancels. */
export interface Outcome {
  readonly generated?: Generated
  readonly failure?: { readonly phase: string; readonly error: string }
}

export const outcomeOf = ({ outcome }: SyncRow): Outcome => parseJson(outcome) as Outcome

export function findSync({ db }: Platform, deploymentId: number, job: string): SyncRow {
  const row = db.get<SyncRow>('select * from transform_syncs where job = ? and deployment_id = ?', job, deploymentId)
  if (!row) throw notFound(`sync ${job}`)
  return row
}

/** What a completed sync generated. */
export function requireGenerated(row: SyncRow): Generated {
  const { generated } = outcomeOf(row)
  if (row.status !== 'COMPLETED' || !generated) throw notFound(`a result of the sync ${row.job}`)
  return generated
}

/** How long it has been running, or ran. */
export function elapsedOf({ clock }: Platform, { started_at, ended_at }: SyncRow): number {
  const until = ended_at === null ? clock.now().getTime() : Date.parse(ended_at)
  return Math.max(0, until - Date.parse(started_at))
}

const phasesOf = (platform: Platform, row: SyncRow): Phase[] =>
  phasesUntil(row.source, row.total_ms, elapsedOf(platform, row))

export function toRun(platform: Platform, row: SyncRow): TransformSyncRun {
  const phases = phasesOf(platform, row)
  const { generated } = outcomeOf(row)
  const run: TransformSyncRun = {
    syncJobId: row.job,
    deploymentId: row.deployment_id,
    status: row.status,
    trigger: 'api',
    source: row.source,
    branchName: row.branch_name,
    startedAt: row.started_at,
    completedAt: row.ended_at,
    lastStage: phases.at(-1)?.phase ?? null,
    gitRef: row.git_ref,
    userId: row.user_id,
  }
  if (row.status === 'RUNNING') return run
  return {
    ...run,
    durationMs: elapsedOf(platform, row),
    errorMessage: row.error,
    failedPhase: row.failed_phase,
    phases: phases.map((phase) => ({ ...phase, outcome: phase.phase === row.failed_phase ? 'failed' : 'ok' })),
    stats: row.status === 'COMPLETED' && generated ? statsOf(generated) : null,
  }
}

const statsOf = ({ files, stats, transformVersion, generatedAt }: Generated) => ({
  ...stats,
  entityCount: files.length,
  generatedFileCount: files.length,
  transformVersion: transformVersion ?? null,
  manifestGeneratedAt: generatedAt ?? null,
})

/** The status call has only two endings: it shows a cancelled sync as a failed one. */
export function statusOf(platform: Platform, row: SyncRow) {
  const phases = phasesOf(platform, row)
  const share = Math.min(1, elapsedOf(platform, row) / Math.max(row.total_ms, 1))
  const common = { syncJobId: row.job, updatedAt: row.ended_at ?? platform.clock.stamp() }
  if (row.status === 'RUNNING') {
    const stage = phases.at(-1)?.phase ?? stagesOf(row.source)[0] ?? ''
    return { ...common, status: 'RUNNING', progress: { stage, percentComplete: Math.min(99, Math.floor(share * 100)) } }
  }
  if (row.status === 'COMPLETED') {
    return { ...common, status: 'COMPLETED', progress: { stage: 'COMPLETED', percentComplete: 100 } }
  }
  const progress = { stage: 'FAILED', percentComplete: Math.floor(share * 100) }
  return { ...common, status: 'FAILED', progress, error: row.error ?? 'the sync was cancelled' }
}

export function logsOf(platform: Platform, row: SyncRow): TransformSyncLogEntry[] {
  const start = Date.parse(row.started_at)
  const entry = (offset: number, level: string, message: string, more: Partial<TransformSyncLogEntry> = {}) => ({
    timestamp: new Date(start + offset).toISOString(),
    level,
    stream: 'system',
    message,
    ...more,
  })
  const phases = phasesOf(platform, row).map(({ phase, startedOffsetMs, durationMs }) =>
    entry(startedOffsetMs, 'info', `${phase} started`, { phase, durationMs }),
  )
  if (row.status === 'RUNNING') return phases
  const text = row.error ?? (row.status === 'COMPLETED' ? 'The sync completed' : 'The sync was cancelled')
  return [...phases, entry(elapsedOf(platform, row), row.status === 'COMPLETED' ? 'info' : 'error', text)]
}
