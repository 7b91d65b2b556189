import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { SoundProject } from '../project/project.ts'
import type { Begun } from '../sync/begin.ts'
import { directoryOf, today } from './options.ts'
import type { Progress } from './progress.ts'
import { reach } from './settings.ts'
import { isForSeveral, severalTargets, type TargetOptions } from './targets.ts'

export interface Reading {
  readonly project: SoundProject
  readonly several: readonly string[] | undefined
  /** Where it is for one target: that is read while the tree is looked at. */
  readonly begun: Begun | undefined
}

export interface ReadingOptions {
  readonly progress: Progress
  /** Not read where something else stands for it. */
  readonly isLive?: boolean
}

/**
 * A reading is over before it pays to compile most of its functions a second time: those that run seven times as often as
 * the engine waits for are worth it.
 */
const COMPILING = '--interrupt-budget=1000000'

/**
 * Where all of the tree is read there is much to tidy up: by itself a heap doubles before that, and both sides of ten
 * thousand reports would take 50 MB more. Where most is known, what is there stays, and to look through it takes time.
 */
const HEAP = { known: '--heap-growing-percent=250', whole: '--heap-growing-percent=15' }

/** The project of a command that writes nothing. Of several targets, one after another, all of it is read at once. */
export async function openReading(
  command: Command,
  options: TargetOptions,
  { progress, isLive = true }: ReadingOptions,
): Promise<Reading> {
  setFlagsFromString(COMPILING)
  setFlagsFromString(HEAP.known)
  const { glanceAtProject, openProject, requireConfig } = await import('../project/project.ts')
  const directory = directoryOf(command)
  if (isForSeveral(options)) {
    setFlagsFromString(HEAP.whole)
    const project = requireConfig(await openProject(directory, today()))
    return { project, several: await severalTargets(project, options), begun: undefined }
  }
  let begun: Begun | undefined
  const begin = async (root: string, config: SoundProject['config']): Promise<void> => {
    if (!isLive) return
    const { beginReading } = await import('../sync/begin.ts')
    const { target } = options
    begun = beginReading(config, { root, ...reach(), target, say: progress.say })
  }
  try {
    const project = await glanceAtProject(directory, today(), { begin })
    if (!begun || !project.memory?.recall(begun.target)) setFlagsFromString(HEAP.whole)
    return { project: requireConfig(project, begun && 'Nothing was written.'), several: undefined, begun }
  } catch (cause) {
    progress.end()
    await begun?.abandon()
    throw cause
  }
}
