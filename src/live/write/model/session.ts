import { BoardwrightError } from '@boardwright/common'
import { isError } from '../repeat.ts'
import { differences, foreignChanges, settleFork } from './leftovers.ts'
import {
  type Hashes,
  listBranches,
  type Run,
  readBranchHashes,
  readStandpoint,
  requireHashes,
  sessionOf,
} from './run.ts'

/** A personal fork on which dev mode is open. */
export interface Fork {
  readonly name: string
  /** The branch's files when the fork was last up to date with it. */
  readonly base: Hashes
  readonly hashes: Hashes
}

/** A key has only one dev mode. If it is open, it is ours only if it is on a fork of this branch. */
export async function requireFreeSession(run: Run, session: string | undefined): Promise<void> {
  if (session === undefined || (await isOurFork(run, session))) return
  throw sessionTaken(session)
}

export async function isOurFork(run: Run, name: string): Promise<boolean> {
  const open = (await listBranches(run)).find((branch) => branch.name === name)
  return open?.parentBranch === run.request.branch
}

export const sessionTaken = (session: string): BoardwrightError =>
  new BoardwrightError('MODEL_SESSION_OPEN', `this key already has dev mode open on ${session}`)

/** Opens dev mode on the branch. Throws if the fork has uncommitted changes that are not ours. */
export async function openFork(run: Run, seen: Hashes): Promise<Fork> {
  const name = await enter(run)
  try {
    const found = await requireHashes(run, name)
    const isLevel = differences(found, seen).length === 0
    const base = isLevel ? seen : await requireHashes(run, run.request.branch)
    const hashes = isLevel ? found : await settleFork(run, name, found, base)
    if (hashes !== 'stale') return { name, base, hashes }
    await removeFork(run, name)
    const fresh = await enter(run)
    return { name: fresh, base, hashes: await requireHashes(run, fresh) }
  } catch (cause) {
    await leave(run, name)
    throw cause
  }
}

/** Opens dev mode, and returns the name of the fork. */
export async function enter({ guard, emit, client, path, request: { branch } }: Run): Promise<string> {
  guard()
  emit({ type: 'step', step: 'open dev mode', branch })
  const { branchName, parentBranch } = await client.branches.startDevMode({ path, body: { branchName: branch } })
  const isFork = branchName != null && branchName !== '' && branchName !== branch
  if (isFork && (parentBranch == null || parentBranch === branch)) return branchName
  throw new BoardwrightError(
    'RESPONSE_INVALID',
    `dev mode on ${branch} answered with ${branchName ?? 'no branch'}, a fork of ${parentBranch ?? 'nothing'}`,
  )
}

/** Leaves dev mode. A failure is only reported, so that nothing else fails because of it. */
export async function leave(run: Run, fork: string): Promise<void> {
  try {
    run.emit({ type: 'step', step: 'leave dev mode', branch: run.request.branch })
    await run.client.branches.stopDevMode({ path: run.path })
  } catch (cause) {
    run.done.remains.push(`dev mode is open on ${fork}, a fork of ${run.request.branch} (${reasonOf(cause)})`)
  }
}

/** Removes a fork with everything in it, which also ends dev mode on it. */
async function removeFork(run: Run, name: string): Promise<void> {
  try {
    await run.client.branches.removeBranch({ path: run.path, query: { branchName: name } })
  } catch (cause) {
    if (!isError(cause, 'NOT_FOUND')) throw cause
  }
}

/**
 * Ends dev mode and leaves nothing of ours behind. Removes the fork unless somebody else wrote to it. If somebody
 * opened dev mode elsewhere with the same key, that stays open.
 */
export async function discardFork(run: Run, { name, base }: Fork): Promise<void> {
  try {
    const hashes = await readBranchHashes(run, name)
    if (hashes && foreignChanges(hashes, base, run).length === 0) {
      run.emit({ type: 'step', step: 'leave dev mode', branch: run.request.branch })
      await removeFork(run, name)
    } else if (sessionOf(await readStandpoint(run)) === name) await leave(run, name)
  } catch (cause) {
    run.done.remains.push(
      `dev mode may be open on ${name}, a fork of ${run.request.branch}, with uncommitted changes of this run in it ` +
        `(${reasonOf(cause)})`,
    )
  }
}

const reasonOf = (cause: unknown): string => BoardwrightError.from(cause).message
