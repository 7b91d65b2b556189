import { BoardwrightError } from '@boardwright/common'
import { type ModelLedger, readModelLedger } from '../../../base/model.ts'
import { shortCommit } from '../../../content/printable.ts'
import { textsIn } from '../../model.ts'
import { isError } from '../repeat.ts'
import { type Hashes, type Run, requireHashes, somePaths } from './run.ts'

export const differences = (fork: Hashes, branch: Hashes): string[] =>
  [...new Set([...fork.keys(), ...branch.keys()])].filter((path) => fork.get(path) !== branch.get(path)).sort()

/** Differences between a fork and its branch that are not changes of this run. Its record is not content. */
export const foreignChanges = (fork: Hashes, branch: Hashes, { wanted, record }: Run): string[] =>
  differences(fork, branch).filter(
    (path) => path !== record.path && (!wanted.has(path) || wanted.get(path) !== fork.get(path)),
  )

/**
 * Settles a fork that already existed. Returns its hashes, or `stale` if an earlier run of ours left changes in it that
 * are no longer wanted. Changes by anyone else stop the run and are kept.
 */
export async function settleFork(run: Run, fork: string, found: Hashes, branch: Hashes): Promise<Hashes | 'stale'> {
  const isBehind = differences(found, branch).length > 0
  const isPulled = !isBehind || (await pullFork(run, fork))
  const hashes = isBehind && isPulled ? await requireHashes(run, fork) : found
  const foreign = foreignChanges(hashes, branch, run)
  if (foreign.length === 0 && isPulled) return hashes
  if (run.request.fork !== 'remove') await requireOurs(run, { name: fork, hashes, branch }, foreign)
  return 'stale'
}

interface Found {
  readonly name: string
  readonly hashes: Hashes
  readonly branch: Hashes
}

/**
 * Throws unless an interrupted run of ours left these changes: the record in the fork names its commit, and each file
 * is as it was there. A file that is gone was also last applied with the bytes that the branch has.
 */
async function requireOurs(run: Run, { name, hashes, branch }: Found, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const { applied, filesAt } = run.request
  const left = await readLedger(run, name)
  const files = left && (await filesAt?.(left.commit))
  if (left && !files) throw unreadable(run, name, left.commit, paths)
  const isOurs = (path: string): boolean => {
    const is = hashes.get(path)
    if (is === undefined) return files?.has(path) === false && applied?.get(path) === branch.get(path)
    return files?.get(path) === is || left?.pending.get(path)?.was === is
  }
  const foreign = paths.filter((path) => !isOurs(path))
  if (foreign.length > 0) throw leftovers(run, name, foreign)
}

const readLedger = async (
  { client, path, request: { projectId }, record }: Run,
  branchName: string,
): Promise<ModelLedger | undefined> => {
  const { items } = await client.dataModel.listFiles({ path, query: { branchName, withContent: true } })
  return readModelLedger(new Map(textsIn(items)).get(record.path) ?? '', projectId)
}

/** Updates a fork that is behind its branch. Returns false if uncommitted changes prevent that. */
export async function pullFork(run: Run, fork: string): Promise<boolean> {
  try {
    await run.client.branches.pull({ path: run.path, body: { branchName: fork } })
    return true
  } catch (cause) {
    if (isError(cause, 'CONFLICT')) return false
    throw cause
  }
}

export const leftovers = ({ request }: Run, fork: string, paths: readonly string[]): BoardwrightError =>
  new BoardwrightError(
    'MODEL_LEFTOVERS',
    `the fork ${fork} of branch ${request.branch} holds uncommitted changes that are not ours: ${somePaths(paths)}`,
  )

const unreadable = ({ request }: Run, fork: string, commit: string, paths: readonly string[]): BoardwrightError =>
  new BoardwrightError(
    'MODEL_LEFTOVERS',
    `the fork ${fork} of branch ${request.branch} holds uncommitted changes, and commit ${shortCommit(commit)}, which ` +
      `would tell whether they are ours, cannot be read in this clone: ${somePaths(paths)}`,
    {
      hint: `Fetch that commit with \`git fetch origin ${commit}\`, or discard the changes on the platform, then run the same command again.`,
    },
  )
