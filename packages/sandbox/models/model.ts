import { dirname, join } from 'node:path'
import type { DeploymentSettings } from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import { findDeployment, readSettings } from '../store/deployments.ts'

/** The data model of one deployment: its rows, and its repository. */
export interface Model {
  readonly platform: Platform
  readonly deploymentId: number
  readonly deploymentName: string
  readonly settings: DeploymentSettings
  /** The directory of the bare git repository. */
  readonly repository: string
}

export function openModel(platform: Platform, deploymentId: number): Model {
  return {
    platform,
    deploymentId,
    deploymentName: findDeployment(platform.db, deploymentId).name,
    settings: readSettings(platform, deploymentId),
    repository: repositoryOf(platform, deploymentId),
  }
}

export const repositoryOf = ({ modelsDirectory }: Platform, deploymentId: number): string =>
  join(modelsDirectory, `${deploymentId}.git`)

const last = new Map<string, Promise<unknown>>()

/**
 * Runs the writes to one deployment's model one after another. A write touches git and the database with pauses in
 * between, and must find the same state at its end as at its beginning.
 */
export async function exclusively<T>(
  platform: Platform,
  deploymentId: number,
  work: (model: Model) => Promise<T>,
): Promise<T> {
  const key = repositoryOf(platform, deploymentId)
  const begin = (): Promise<T> => work(openModel(platform, deploymentId))
  const mine = (last.get(key) ?? Promise.resolve()).then(begin, begin)
  last.set(key, mine)
  try {
    return await mine
  } finally {
    if (last.get(key) === mine) last.delete(key)
  }
}

/** Waits until no write of this platform is under way. Their results are for whoever started them. */
export async function settled({ modelsDirectory }: Platform): Promise<void> {
  const own = [...last].filter(([key]) => dirname(key) === modelsDirectory)
  await Promise.allSettled(own.map(([, work]) => work))
}
