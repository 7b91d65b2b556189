/** The stages of a sync, in order. If a manifest is sent, those that would make one are skipped. */
const STAGES = [
  'INITIALIZING',
  'CREATING_SANDBOX',
  'UPLOADING_PROJECT',
  'INSTALLING_DEPENDENCIES',
  'RUNNING_TRANSFORM_DEPS',
  'COMPILING_TRANSFORM',
  'PROCESSING_MANIFEST',
  'WRITING_MODEL_FILES',
  'FINALIZING',
] as const
export type Stage = (typeof STAGES)[number]

const OF_A_MANIFEST: readonly Stage[] = ['INITIALIZING', 'PROCESSING_MANIFEST', 'WRITING_MODEL_FILES', 'FINALIZING']

export const stagesOf = (source: string): readonly Stage[] => (source === 'manifest' ? OF_A_MANIFEST : STAGES)

/** When a sync of this total time is done with a stage. */
export function endOf(source: string, stage: Stage, totalMs: number): number {
  const stages = stagesOf(source)
  return Math.round((totalMs * (stages.indexOf(stage) + 1)) / stages.length)
}

export interface Phase {
  readonly phase: Stage
  readonly startedOffsetMs: number
  readonly durationMs: number
}

/** The stages that have begun by this time. */
export function phasesUntil(source: string, totalMs: number, elapsedMs: number): Phase[] {
  return stagesOf(source)
    .map((phase) => {
      const end = endOf(source, phase, totalMs)
      const start = Math.round((totalMs * stagesOf(source).indexOf(phase)) / stagesOf(source).length)
      return { phase, startedOffsetMs: start, durationMs: Math.min(end, elapsedMs) - start }
    })
    .filter(({ startedOffsetMs, durationMs }) => durationMs > 0 || (startedOffsetMs === 0 && elapsedMs === 0))
}
