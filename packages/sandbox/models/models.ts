import { rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Platform } from '../platform.ts'
import { settleConnection } from './connect.ts'
import { findGit } from './git.ts'
import { openModel, repositoryOf, settled } from './model.ts'
import { reconcileModel } from './plant.ts'

/** A git process that was just killed may still write something. */
const AGAIN = { maxRetries: 5, retryDelay: 20 } as const

export { plantModel } from './plant.ts'

/** At a start: finishes or undoes what a killed process left half done. Also refuses an unsuitable git. */
export async function reconcileModels(platform: Platform): Promise<void> {
  await findGit()
  const deployments = platform.db.all<{ id: number }>('select id from deployments order by id')
  for (const { id } of deployments) {
    await settleConnection(openModel(platform, id))
    await reconcileModel(platform, id)
  }
  await removeStrays(platform)
}

/** Removes repositories without a deployment: they were about to be created, deleted, or put in place of another. */
async function removeStrays(platform: Platform): Promise<void> {
  const deployments = platform.db.all<{ id: number }>('select id from deployments')
  const known = new Set(deployments.map(({ id }) => basename(repositoryOf(platform, id))))
  for (const name of await readdir(platform.modelsDirectory)) {
    if (!known.has(name)) await rm(join(platform.modelsDirectory, name), { ...AGAIN, recursive: true })
  }
}

/** Waits for work under way, then removes all repositories. The caller empties the tables. */
export async function clearModels(platform: Platform): Promise<void> {
  await findGit()
  await settled(platform)
  // Synchronously: the files are small and many, and asking another thread takes twice as long.
  rmSync(platform.modelsDirectory, { ...AGAIN, recursive: true, force: true })
}
