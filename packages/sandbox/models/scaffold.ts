import { stringifyJson } from '@boardwright/common'
import type { CreateDeploymentInput } from '@boardwright/platform'
import type { Platform } from '../platform.ts'
import { INITIAL_SETTINGS } from '../store/deployments.ts'
import { insertRow, storedName } from '../store/rows.ts'
import { openModel, repositoryOf } from './model.ts'
import { insertDeployBranch, makeRepository } from './plant.ts'

const STARTER = new Map([
  ['README.md', new TextEncoder().encode('# Data model\n\nCubes and views go into `model/`, as YAML.\n')],
])
const NOTHING = new Map<string, Uint8Array>()

/** Ids of deployments are never reused. */
function takeId({ db }: Platform): number {
  return db.atomically(() => {
    const kept = db.get<{ value: string }>("select value from settings where name = 'last deployment'")
    const highest = db.get<{ id: number | null }>('select max(id) as id from deployments')
    const id = Math.max(Number(kept?.value ?? 0), highest?.id ?? 0) + 1
    db.run("insert or replace into settings (name, value) values ('last deployment', ?)", String(id))
    return id
  })
}

/** The repository first, then all rows in one transaction: a killed process leaves only a directory behind. */
export async function createDeployment(platform: Platform, input: CreateDeploymentInput): Promise<number> {
  const { db, clock, switches } = platform
  const name = storedName(input.name)
  const { cloudProvider, isManaged, region, targetPlatform, creationStep } = input
  const creationMethod = input.creationMethod ?? 'platform'
  const isConnectedLater = creationMethod === 'git-provider'
  const settings = {
    ...INITIAL_SETTINGS,
    ...{ cloudProvider, isManaged, region, targetPlatform, creationStep, creationMethod },
    deployMode: input.deployMode ?? (creationMethod === 'upload' ? 'cli' : 'git'),
    repoType: isConnectedLater ? null : INITIAL_SETTINGS.repoType,
  }
  const id = takeId(platform)
  const repository = repositoryOf(platform, id)
  const files = await makeRepository(
    repository,
    settings.deployBranchName,
    isConnectedLater ? NOTHING : STARTER,
    clock.now(),
  )
  db.atomically(() => {
    insertRow(db, 'deployments', { id, name, settings: stringifyJson(settings) })
    const branch = insertDeployBranch(openModel(platform, id), files)
    if (isConnectedLater) db.run('delete from builds where branch_id = ?', branch.id)
    else db.run('update builds set ready_at = ? where branch_id = ?', clock.stamp(switches.buildMs), branch.id)
  })
  return id
}
