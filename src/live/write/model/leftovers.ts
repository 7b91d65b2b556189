import { BoardwrightError } from '../../../errors.ts'
import { isError } from '../open.ts'
import { type Hashes, type Run, requireHashes, someOf, type Wanted } from './run.ts'

export const differences = (fork: Hashes, branch: Hashes): string[] =>
  [...new Set([...fork.keys(), ...branch.keys()])].filter((path) => fork.get(path) !== branch.get(path)).sort()

/** Differences between a fork and its branch that are not changes of this run. */
export const foreignChanges = (fork: Hashes, branch: Hashes, wanted: Wanted): string[] =>
  differences(fork, branch).filter((path) => !wanted.has(path) || wanted.get(path) !== fork.get(path))

/**
 * Settles a fork that already existed. Returns its hashes, or `stale` if an earlier run of ours left changes in it that
 * are no longer wanted. Changes by anyone else stop the run and are kept.
 */
export async function settleFork(run: Run, fork: string, found: Hashes, branch: Hashes): Promise<Hashes | 'stale'> {
  const isBehind = differences(found, branch).length > 0
  const isPulled = !isBehind || (await pullFork(run, fork))
  const hashes = isBehind && isPulled ? await requireHashes(run, fork) : found
  const foreign = foreignChanges(hashes, branch, run.wanted)
  if (foreign.length === 0 && isPulled) return hashes
  for (const path of foreign) {
    const isOurs = path === run.record.path || (await run.request.wasOurs?.(path, hashes.get(path))) === true
    if (!isOurs) throw leftovers(run, fork, foreign)
  }
  return 'stale'
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
    `the fork ${fork} of branch ${request.branch} holds uncommitted changes that are not ours: ${someOf(paths)}`,
  )
