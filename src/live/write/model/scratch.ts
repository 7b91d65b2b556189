import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { isModelLedger } from '../../../base/model.ts'
import { sha1Of } from '../../../content/digest.ts'
import { isError } from '../repeat.ts'
import { toModelProblem } from './problems.ts'
import { type Hashes, listBranches, readBranchHashes, readDeploySettings, readStandpoint, sessionOf } from './run.ts'
import type { ModelProblem } from './types.ts'

/** A branch that exists only for `try` and is removed when its pull request closes. A file on the branch says so. */
export interface Scratch {
  readonly deployment: number
  readonly branch: string
  readonly projectId: string
  /** Branches that must not be used. */
  readonly taken: readonly string[]
  /** The files of the target's branch, from which this one was created. */
  readonly base: Hashes
  /**
   * What was applied according to the ledger on the branch: the files of the tree at its commit. The branch got that
   * ledger from the target's branch.
   */
  readonly applied: () => Promise<Hashes>
}

/**
 * The file that marks a branch as made by `try` of this project. It contains a hash of what `try` left there, so
 * that edits by people are noticed.
 */
export function scratchMark({ projectId, branch }: Pick<Scratch, 'projectId' | 'branch'>, hashes: Hashes) {
  const path = `boardwright/${projectId}.try.json`
  const files = [...hashes].filter(([name]) => name !== path).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = `${JSON.stringify({ v: 1, p: projectId, check: branch, files: sha1Of(bytesOf(JSON.stringify(files))) })}\n`
  return { path, text }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The branch's files; undefined if it does not exist. Throws if somebody else made the branch or people changed it. */
export async function readScratch(client: Client, scratch: Scratch): Promise<Hashes | undefined> {
  const { branch, taken, base } = scratch
  if (taken.includes(branch)) throw foreign(`branch ${branch} belongs to a target, or is the deploy branch`)
  const hashes = await readBranchHashes({ client, path: { deploymentId: scratch.deployment } }, branch)
  if (!hashes) return undefined
  const mark = scratchMark(scratch, hashes)
  const found = hashes.get(mark.path)
  if (found === sha1Of(bytesOf(mark.text))) return hashes
  if (isUntouched(hashes, base) || isUntouched(hashes, base, await scratch.applied())) return hashes
  if (found !== undefined) throw foreign(`branch ${branch} was edited since it was made: it stays as it is`)
  throw foreign(`branch ${branch} was not made by \`check\`: nothing was written`)
}

/**
 * Whether a run was interrupted after creating the branch, before writing to it. If so, everything on it is also on the
 * target's branch, or was applied there, so nothing can be lost.
 */
function isUntouched(hashes: Hashes, base: Hashes, applied?: Hashes): boolean {
  const paths = new Set([...hashes.keys(), ...base.keys(), ...(applied?.keys() ?? [])])
  return [...paths].every((path) => {
    const hash = hashes.get(path)
    return hash === base.get(path) || (applied !== undefined && (isModelLedger(path) || hash === applied.get(path)))
  })
}

const foreign = (what: string): BoardwrightError => new BoardwrightError('MODEL_BRANCH_FOREIGN', what)

/** The deploy branch, if this key may read the settings. */
export const readDeployBranch = async (client: Client, deploymentId: number): Promise<string | undefined> =>
  (await readDeploySettings({ client, path: { deploymentId } }))?.deployBranchName

export async function compileBranch(client: Client, deploymentId: number, branchName: string): Promise<ModelProblem[]> {
  const { valid, errors } = await client.dataModel.validateDataModel({ path: { deploymentId }, query: { branchName } })
  return valid ? [] : errors.map(({ fileName, message }) => toModelProblem(fileName, message))
}

/** Keeps a staging environment running for the branch. Returns the URL of its data API, if the platform gives one. */
export async function serveBranch(
  client: Client,
  deploymentId: number,
  branchName: string,
): Promise<string | undefined> {
  const path = { deploymentId }
  await client.branches.setBranchStagingEnvironment({ path, body: { branchName, enabled: true } })
  const { items } = await client.environments.getDeploymentEnvironments({ path, query: { type: 'staging' } })
  const served = items.find(({ branch }) => branch === branchName)
  return served?.api_credentials.find(({ type }) => type === 'rest')?.url ?? undefined
}

/**
 * Removes the branch, and the fork that an interrupted check left open on it. False if the branch was already gone. What
 * is on the branch is looked at last, right before it is removed.
 */
export async function dropScratch(client: Client, scratch: Scratch): Promise<boolean> {
  const path = { deploymentId: scratch.deployment }
  const fork = await openFork(client, scratch)
  const isThere = async (): Promise<boolean> => (await readScratch(client, scratch)) !== undefined
  if (fork !== undefined && (await isThere())) await removeBranch(client, path, fork)
  if (!(await isThere())) return false
  await removeBranch(client, path, scratch.branch)
  return true
}

async function openFork(client: Client, { deployment, branch }: Scratch): Promise<string | undefined> {
  const reader = { client, path: { deploymentId: deployment } }
  const session = sessionOf(await readStandpoint(reader))
  if (session === undefined) return undefined
  return (await listBranches(reader)).find(({ name, parentBranch }) => name === session && parentBranch === branch)
    ?.name
}

async function removeBranch(client: Client, path: { deploymentId: number }, branchName: string): Promise<void> {
  try {
    await client.branches.removeBranch({ path, query: { branchName } })
  } catch (cause) {
    if (!isError(cause, 'NOT_FOUND')) throw cause
  }
}
