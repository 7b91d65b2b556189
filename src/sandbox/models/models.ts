import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Platform } from '../platform.ts'
import { settleConnection } from './connect.ts'
import { findGit } from './git.ts'
import { openModel, repositoryOf, settled } from './model.ts'
import { reconcileModel } from './plant.ts'

/** A git that was just ended may still put something down. */
const AGAIN = { maxRetries: 5, retryDelay: 20 } as const

export { plantModel } from './plant.ts'

/** After a start: what a killed process left half done is finished or undone. Also refuses an unsuitable git. */
export async function reconcileModels(platform: Platform): Promise<void> {
  await findGit()
  const deployments = platform.db.all<{ id: number }>('select id from deployments order by id')
  for (const { id } of deployments) {
    await settleConnection(openModel(platform, id))
    await reconcileModel(platform, id)
  }
  await removeStrays(platform)
}

/** Repositories that no deployment has: one that was about to be made or deleted, or to be put in another's place. */
async function removeStrays(platform: Platform): Promise<void> {
  const deployments = platform.db.all<{ id: number }>('select id from deployments')
  const known = new Set(deployments.map(({ id }) => basename(repositoryOf(platform, id))))
  for (const name of await readdir(platform.modelsDirectory)) {
    if (!known.has(name)) await rm(join(platform.modelsDirectory, name), { ...AGAIN, recursive: true })
  }
}

/** Waits for work under way, then removes all repositories. The tables are emptied by the caller. */
export async function clearModels(platform: Platform): Promise<void> {
  await findGit()
  await settled(platform)
  await rm(platform.modelsDirectory, { ...AGAIN, recursive: true, force: true })
}
