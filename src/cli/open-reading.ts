import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { SoundProject } from '../project/local/project.ts'
import type { StartedReading } from '../project/target/begin.ts'
import { startDirectory, today } from './options.ts'
import { connectOptions } from './settings.ts'
import { type Each, isForSeveral, severalTargets, type TargetOptions } from './targets.ts'

export interface OpenReading {
  readonly project: SoundProject
  readonly several: readonly Each[] | undefined
  /** Only for one target: a read of live that is under way while the tree is read. */
  readonly reading: StartedReading | undefined
}

export interface OpenReadingOptions {
  /** False if a snapshot is used instead of live, so that no read is started. */
  readonly isLive?: boolean
}

/**
 * A command that only reads ends before most optimised functions pay off. So functions have to run seven times as often
 * as by default before they are optimised.
 */
export const COMPILING = '--interrupt-budget=1000000'

/**
 * Reading everything makes a lot of garbage. Letting the heap double, as by default, would take 50 MB more for ten
 * thousand reports. If most of it is cached, there is little garbage, and collecting often would only cost time.
 */
const HEAP = { known: '--heap-growing-percent=250', whole: '--heap-growing-percent=15' }

/**
 * For a command that keeps everything it read until its last write. Its heap is larger than a plan's, so collecting as
 * often would take a quarter more CPU time.
 */
export const KEEPING_ALL = '--heap-growing-percent=40'

/** The project for a command that writes nothing. With several targets, all files are read at once. */
export async function openReading(
  command: Command,
  options: TargetOptions,
  { isLive = true }: OpenReadingOptions = {},
): Promise<OpenReading> {
  setFlagsFromString(COMPILING)
  setFlagsFromString(HEAP.known)
  const { openProjectOnDemand, openProject, requireConfig } = await import('../project/local/project.ts')
  const directory = startDirectory(command)
  if (isForSeveral(options)) {
    setFlagsFromString(HEAP.whole)
    const { shareReading } = await import('../project/local/shared.ts')
    const project = shareReading(requireConfig(await openProject(directory, today(), { env: process.env })))
    return { project, several: await severalTargets(project, options), reading: undefined }
  }
  let reading: StartedReading | undefined
  const begin = async (root: string, config: SoundProject['config']): Promise<void> => {
    if (!isLive) return
    const { beginReading } = await import('../project/target/begin.ts')
    const { target } = options
    reading = beginReading(config, { root, ...connectOptions(), target })
  }
  try {
    const project = await openProjectOnDemand(directory, today(), { begin, env: process.env })
    if (!reading || !project.memory?.recall(reading.target)) setFlagsFromString(HEAP.whole)
    return { project: requireConfig(project), several: undefined, reading }
  } catch (cause) {
    await reading?.abandon()
    throw cause
  }
}
