import { z } from 'zod'
import { Id } from './shared.ts'

/** Schemas of one run of the project sync, as its various calls show it. */

const TransformSyncRunPhase = z
  .looseObject({ phase: z.string(), startedOffsetMs: z.int(), durationMs: z.int(), outcome: z.string() })
  .meta({ id: 'TransformSyncRunPhase' })

const TransformSyncRunStats = z
  .looseObject({
    entityCount: z.int().nullish(),
    generatedFileCount: z.int().nullish(),
    macros: z.int().nullish(),
    models: z.int().nullish(),
    sources: z.int().nullish(),
    transformVersion: z.string().nullish(),
    manifestGeneratedAt: z.string().nullish(),
  })
  .meta({ id: 'TransformSyncRunStats' })

const TransformSyncRunTriggerContext = z
  .looseObject({
    headSha: z.string().nullish(),
    pushedBranch: z.string().nullish(),
    targetBranch: z.string().nullish(),
  })
  .meta({ id: 'TransformSyncRunTriggerContext' })

/** `status` and `trigger` are open sets: treat an unknown status as still running. */
export const TransformSyncRun = z
  .looseObject({
    syncJobId: z.string(),
    deploymentId: Id,
    status: z.string(),
    trigger: z.string(),
    source: z.string(),
    branchName: z.string(),
    startedAt: z.string(),
    completedAt: z.string().nullish(),
    durationMs: z.int().nullish(),
    errorMessage: z.string().nullish(),
    failedPhase: z.string().nullish(),
    lastStage: z.string().nullish(),
    gitRef: z.string().nullish(),
    userId: Id.nullish(),
    phases: z.array(TransformSyncRunPhase).nullish(),
    stats: TransformSyncRunStats.nullish(),
    triggerContext: TransformSyncRunTriggerContext.nullish(),
  })
  .meta({ id: 'TransformSyncRun' })
export type TransformSyncRun = z.output<typeof TransformSyncRun>

export const TransformSyncResponse = z
  .looseObject({ syncJobId: z.string(), workflowId: z.string(), branchName: z.string() })
  .meta({ id: 'TransformSyncResponse' })

const TransformSyncProgress = z
  .looseObject({ stage: z.string(), percentComplete: z.int(), message: z.string().nullish() })
  .meta({ id: 'TransformSyncProgress' })

export const TransformSyncStatusResponse = z
  .looseObject({
    syncJobId: z.string(),
    status: z.string(),
    progress: TransformSyncProgress,
    updatedAt: z.string(),
    error: z.string().nullish(),
  })
  .meta({ id: 'TransformSyncStatusResponse' })

const TransformSyncManifestStats = z
  .looseObject({ models: z.int(), sources: z.int(), macros: z.int() })
  .meta({ id: 'TransformSyncManifestStats' })

const TransformSyncGeneratedFile = z.looseObject({ path: z.string() }).meta({ id: 'TransformSyncGeneratedFile' })

export const TransformSyncResultResponse = z
  .looseObject({
    syncJobId: z.string(),
    generatedFiles: z.array(TransformSyncGeneratedFile),
    manifestStats: TransformSyncManifestStats,
    entityCount: z.int(),
    completedAt: z.string(),
    durationMs: z.int(),
  })
  .meta({ id: 'TransformSyncResultResponse' })

export const TransformGeneratedFileContent = z
  .looseObject({ path: z.string(), content: z.string() })
  .meta({ id: 'TransformGeneratedFileContent' })

export const TransformSyncLogEntry = z
  .looseObject({
    timestamp: z.string(),
    level: z.string(),
    stream: z.string(),
    message: z.string(),
    phase: z.string().nullish(),
    durationMs: z.int().nullish(),
  })
  .meta({ id: 'TransformSyncLogEntry' })
export type TransformSyncLogEntry = z.output<typeof TransformSyncLogEntry>

export const TransformSyncCancelResponse = z
  .looseObject({ message: z.string() })
  .meta({ id: 'TransformSyncCancelResponse' })
