import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { isModelLedger } from '../../base/model.ts'
import { isLeftOut } from '../../content/model-files.ts'
import { mergeBranch } from './model/merge.ts'
import { decideRoute } from './model/route.ts'
import {
  type BranchWanted,
  createRun,
  type Hashes,
  listBranches,
  missingOf,
  type Run,
  readBranchHashes,
  readDeploySettings,
  requireHashes,
  somePaths,
} from './model/run.ts'
import type { ModelResult, ModelWriteOptions } from './model/types.ts'

/** A branch of a deployment to merge into another. */
export interface ModelMerge {
  readonly deployment: number
  readonly from: string
  readonly into: string
  /** Everything that the branch may bring. If it contains anything else, it is not merged. */
  readonly desired: Hashes
}

export interface MergeRequest extends ModelMerge {
  readonly projectId: string
  readonly commit: string
  /** The commit message. */
  readonly message: string
  /** What the branch should hold afterwards: the hash of each changed file; undefined if removed. */
  readonly wanted: BranchWanted
}

/**
 * How the platform can merge a branch: into its parent or into the deploy branch. Undefined if neither is the wanted
 * one, or if the branch contains anything unexpected.
 */
export async function mergeWay(
  client: Client,
  { deployment, from, into, desired }: ModelMerge,
): Promise<'parent' | 'default' | undefined> {
  const reader = { client, path: { deploymentId: deployment } }
  const [settings, branches, hashes] = await Promise.all([
    readDeploySettings(reader),
    listBranches(reader),
    readBranchHashes(reader, from),
  ])
  const source = branches.find(({ name }) => name === from)
  if (!source || from === into || !hashes || !isAll(hashes, desired)) return undefined
  if (source.parentBranch === into) return 'parent'
  return settings?.deployBranchName === into ? 'default' : undefined
}

const isAll = (hashes: Hashes, desired: Hashes): boolean => {
  const files = [...hashes].filter(([path]) => !isModelLedger(path) && !isLeftOut(path))
  return files.length === desired.size && files.every(([path, hash]) => desired.get(path) === hash)
}

/**
 * Compiles a branch on the platform, merges it and waits for the build. Never throws: the result says how far it got.
 */
export async function mergeModel(
  client: Client,
  request: MergeRequest,
  options: ModelWriteOptions = {},
): Promise<ModelResult> {
  const { deployment, from, projectId, commit, message } = request
  const run = createRun(
    client,
    {
      ...{ deployment, branch: from, projectId, commit, message },
      ...{ route: 'auto', merge: 'none', changes: new Map(), expected: new Map() },
    },
    options,
  )
  let error: BoardwrightError | undefined
  try {
    await merge(run, request)
  } catch (cause) {
    error = BoardwrightError.from(cause)
  }
  const gone = [...request.wanted.values()].filter((hash) => hash === undefined).length
  const isDone = run.done.mergedInto !== undefined
  return {
    ...run.done,
    branch: request.into,
    changed: isDone,
    written: isDone ? request.wanted.size - gone : 0,
    deleted: isDone ? gone : 0,
    error,
  }
}

async function merge(run: Run, request: MergeRequest): Promise<void> {
  const { from, into, wanted } = request
  const [settings, way] = await Promise.all([readDeploySettings(run), mergeWay(run.client, request)])
  if (way === undefined) {
    throw new BoardwrightError('MODEL_ROUTE_REFUSED', `branch ${from} cannot be merged into ${into}`)
  }
  const { mergeInto } = decideRoute({
    ...{ settings, branch: from, parent: way === 'parent' ? into : undefined, route: 'auto', merge: way },
    ...{ unforkable: undefined, hasChanges: false },
  })
  await mergeBranch(run, mergeInto ?? { by: way, branch: into }, settings)
  requireWanted(wanted, await requireHashes(run, into), into)
}

/** The branch may have contained more than the plan saw. */
function requireWanted(wanted: BranchWanted, hashes: Hashes, into: string): void {
  const missing = missingOf(wanted, hashes)
  if (missing.length === 0) return
  throw new BoardwrightError('MODEL_CONFLICT', `${somePaths(missing)} on branch ${into} is not what was merged`)
}
