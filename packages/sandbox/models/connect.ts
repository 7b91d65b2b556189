import { statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { conflict } from '../http/refusal.ts'
import { readSettings, writeSettings } from '../store/deployments.ts'
import { insertBranch } from './branches.ts'
import { type Model, openModel } from './model.ts'
import { insertDeployBranch, makeRepository } from './plant.ts'
import { refOf } from './refs.ts'
import { moveRefs } from './repository.ts'

export interface Connection {
  readonly deployBranchName: string
  readonly deployProjectRoot: string | undefined
  /** All branches of the repository, including the deploy branch. */
  readonly branches: readonly string[]
  readonly files: ReadonlyMap<string, Uint8Array>
}

export function requireUnconnected({ settings, deploymentName }: Model): void {
  if (settings.repoType === 'git')
    throw conflict(`the deployment ${deploymentName} is connected to a repository already`)
}

const oldOf = (repository: string): string => `${repository}.old`

/**
 * Replaces the deployment's repository, and starts a build. The old repository is kept until the rows refer to the
 * new one: whenever the process is killed, one of the two is whole.
 */
export async function connectRepository(model: Model, connection: Connection): Promise<void> {
  const { platform, deploymentId, repository } = model
  const { deployBranchName, deployProjectRoot, branches, files } = connection
  const beside = `${repository}.new`
  const planted = await makeRepository(beside, deployBranchName, files, platform.clock.now())
  const others = branches.filter((name) => name !== deployBranchName)
  await moveRefs(
    beside,
    others.map((name) => ({ ref: refOf(name), from: null, to: planted.head })),
  )
  await rename(repository, oldOf(repository))
  await rename(beside, repository)
  platform.db.atomically(() => {
    const settings = readSettings(platform, deploymentId)
    writeSettings(platform, deploymentId, {
      ...settings,
      deployBranchName,
      deployProjectRoot: deployProjectRoot ?? settings.deployProjectRoot,
      creationMethod: 'git-provider',
      deployMode: 'git',
      repoType: 'git',
    })
    const connected = openModel(platform, deploymentId)
    const branch = insertDeployBranch(connected, planted)
    for (const name of others) insertBranch(connected, name, { parent: branch, user: null })
    platform.db.run(
      'update builds set ready_at = ? where branch_id = ?',
      platform.clock.stamp(platform.switches.buildMs),
      branch.id,
    )
  })
  await rm(oldOf(repository), { recursive: true, force: true })
}

/** After a killed process: removes the old repository if the rows are those of the new one, else puts it back. */
export async function settleConnection({ settings, repository }: Model): Promise<void> {
  const old = oldOf(repository)
  if (!statSync(old, { throwIfNoEntry: false })) return
  if (settings.repoType === 'git') {
    await rm(old, { recursive: true })
    return
  }
  await rm(repository, { recursive: true, force: true })
  await rename(old, repository)
}
