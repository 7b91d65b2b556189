import process from 'node:process'
import type { Command } from 'commander'
import type { Begun } from '../sync/begin.ts'
import type { SoundProject } from '../sync/project.ts'
import { directoryOf, today } from './options.ts'
import { settings } from './settings.ts'
import { severalTargets, type TargetOptions } from './targets.ts'

export interface Reading {
  readonly project: SoundProject
  readonly several: readonly string[] | undefined
  /** Where it is for one target: that is read while the tree is looked at. */
  readonly begun: Begun | undefined
}

export interface ReadingOptions {
  readonly say: (text: string) => void
  /** Not read where something else stands for it. */
  readonly isLive?: boolean
}

/** The project of a command that writes nothing. */
export async function openReading(
  command: Command,
  options: TargetOptions,
  { say, isLive = true }: ReadingOptions,
): Promise<Reading> {
  const { glanceAtProject, requireConfig } = await import('../sync/project.ts')
  let several: Reading['several']
  let begun: Begun | undefined
  try {
    const begin = async (config: SoundProject['config']): Promise<void> => {
      several = await severalTargets({ config }, options)
      if (several || !isLive) return
      const { beginReading } = await import('../sync/begin.ts')
      begun = beginReading(config, {
        ...{ env: process.env, signal: settings().deadline, target: options.target, say },
      })
    }
    const project = await glanceAtProject(directoryOf(command), today(), { begin })
    return { project: requireConfig(project), several, begun }
  } catch (cause) {
    await begun?.client.close()
    throw cause
  }
}
