import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { SoundProject } from '../project/project.ts'
import type { StartedReading } from '../sync/target/begin.ts'
import { directoryOf, today } from './options.ts'
import { reach } from './settings.ts'
import { type Each, isForSeveral, severalTargets, type TargetOptions } from './targets.ts'

export interface Reading {
  readonly project: SoundProject
  readonly several: readonly Each[] | undefined
  /** For a command on one target: reading live starts while the tree is read. */
  readonly reading: StartedReading | undefined
}

export interface ReadingOptions {
  /** Not started if a snapshot stands in for live. */
  readonly isLive?: boolean
}

/**
 * A short-lived reading does not repay optimising most functions: only those that run seven times as often as the
 * engine's default threshold.
 */
export const COMPILING = '--interrupt-budget=1000000'

/**
 * Reading everything makes a lot of garbage: a heap that doubles on its own would take 50 MB more for ten thousand
 * reports. If most is cached, what is there stays, and collecting it costs time.
 */
const HEAP = { known: '--heap-growing-percent=250', whole: '--heap-growing-percent=15' }

/**
 * For a command that keeps all that it read until the last write. Its heap is larger than that of a plan, and to collect it
 * as often would take a quarter more of the processor.
 */
export const KEEPING_ALL = '--heap-growing-percent=40'

/** The project for a command that writes nothing. With several targets, all files are read at once. */
export async function openReading(
  command: Command,
  options: TargetOptions,
  { isLive = true }: ReadingOptions = {},
): Promise<Reading> {
  setFlagsFromString(COMPILING)
  setFlagsFromString(HEAP.known)
  const { openProjectOnDemand, openProject, requireConfig } = await import('../project/project.ts')
  const directory = directoryOf(command)
  if (isForSeveral(options)) {
    setFlagsFromString(HEAP.whole)
    const { shareReading } = await import('../project/shared.ts')
    const project = shareReading(requireConfig(await openProject(directory, today())))
    return { project, several: await severalTargets(project, options), reading: undefined }
  }
  let reading: StartedReading | undefined
  const begin = async (root: string, config: SoundProject['config']): Promise<void> => {
    if (!isLive) return
    const { beginReading } = await import('../sync/target/begin.ts')
    const { target } = options
    reading = beginReading(config, { root, ...reach(), target })
  }
  try {
    const project = await openProjectOnDemand(directory, today(), { begin })
    if (!reading || !project.memory?.recall(reading.target)) setFlagsFromString(HEAP.whole)
    return { project: requireConfig(project), several: undefined, reading }
  } catch (cause) {
    await reading?.abandon()
    throw cause
  }
}
