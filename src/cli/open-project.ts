import type { Command } from 'commander'
import type { Project, SoundProject } from '../project/project.ts'
import { directoryOf, today } from './options.ts'

export async function openHere(command: Command): Promise<Project> {
  const { openProject } = await import('../project/project.ts')
  return openProject(directoryOf(command), today())
}

/** Like `openHere`, for a command that needs a valid configuration. */
export async function openSoundHere(command: Command): Promise<SoundProject> {
  const { requireConfig } = await import('../project/project.ts')
  return requireConfig(await openHere(command))
}
