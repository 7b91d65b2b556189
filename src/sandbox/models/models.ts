import { rm } from 'node:fs/promises'
import type { Platform } from '../platform.ts'
import { requireGit } from './git.ts'
import { settled } from './model.ts'
import { reconcileModel } from './plant.ts'

export { plantModel } from './plant.ts'

/** After a start: what a killed process left half done is finished or undone. Also refuses an unsuitable git. */
export async function reconcileModels(platform: Platform): Promise<void> {
  await requireGit()
  const deployments = platform.db.all<{ id: number }>('select id from deployments order by id')
  for (const { id } of deployments) await reconcileModel(platform, id)
}

/** Waits for work under way, then removes all repositories. The tables are emptied by the caller. */
export async function clearModels(platform: Platform): Promise<void> {
  await requireGit()
  await settled(platform)
  await rm(platform.modelsDirectory, { recursive: true, force: true })
}
