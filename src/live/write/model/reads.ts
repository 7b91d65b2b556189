import { type BranchResponse, branches } from '../../../api/branches.ts'
import { BoardwrightError, type ErrorName } from '../../../errors.ts'
import { isError } from '../repeat.ts'
import type { DeploySettings } from './route.ts'
import type { Run } from './run.ts'
import type { Hashes } from './todo.ts'

type Reader = Pick<Run, 'client' | 'path'>

/** The files of a branch with their hashes; undefined if there is no such branch. */
export async function readHashes({ client, path }: Reader, branchName: string): Promise<Hashes | undefined> {
  return unless(['NOT_FOUND'], async () => {
    const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
    return new Map(Object.entries(hashes).map(([file, { hash }]) => [file, hash]))
  })
}

export async function requireHashes(run: Reader, branchName: string): Promise<Hashes> {
  const hashes = await readHashes(run, branchName)
  if (!hashes) throw new BoardwrightError('MODEL_BRANCH_GONE', `branch ${branchName} no longer exists`)
  return hashes
}

/** The deployment's settings; undefined if this key may not read them. */
export const readSettings = ({ client, path }: Reader): Promise<DeploySettings | undefined> =>
  unless(['FORBIDDEN', 'NOT_FOUND', 'NO_SUCH_ENDPOINT'], () => client.deployments.getDeploymentSettings({ path }))

/** The branch that calls use by default: the one on which this key has dev mode open, or else the deploy branch. */
export interface Standpoint {
  readonly branchName: string
  readonly isDevMode: boolean
}

export async function readStandpoint({ client, path }: Reader): Promise<Standpoint> {
  const { branchName, mode } = await client.deployments.buildStatus({ path })
  return { branchName, isDevMode: mode === 'dev_mode' }
}

export const sessionOf = ({ branchName, isDevMode }: Standpoint): string | undefined =>
  isDevMode ? branchName : undefined

export async function listBranches({ client, path }: Reader): Promise<BranchResponse[]> {
  const all: BranchResponse[] = []
  for await (const branch of client.items(branches.endpoints.listBranches, { path })) all.push(branch)
  return all
}

async function unless<T>(kinds: readonly ErrorName[], read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (cause) {
    if (isError(cause, ...kinds)) return undefined
    throw cause
  }
}
