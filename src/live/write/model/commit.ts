import { BoardwrightError } from '@boardwright/common'
import { isError, lookBeforeRepeating } from '../repeat.ts'
import { requireSuccess } from './files.ts'
import { differences, foreignChanges, leftovers, pullFork } from './leftovers.ts'
import {
  type Hashes,
  missingOf,
  type Run,
  readBranchHashes,
  readStandpoint,
  requireExpected,
  requireHashes,
  sessionOf,
  somePaths,
} from './run.ts'
import { enter, type Fork, sessionTaken } from './session.ts'
import { requireCompiles } from './validate.ts'

const MOST_ROUNDS = 5

/** Compiles the fork on the platform and commits it into the branch, merging in concurrent changes. */
export async function commitFork(run: Run, opened: Fork): Promise<void> {
  let fork = opened
  for (let round = 1; ; round += 1) {
    await requireCompiles(run, fork.name)
    const branch = await requireStill(run, fork)
    if (differences(branch, fork.base).length === 0) break
    if (round === MOST_ROUNDS) throw conflict(`branch ${run.request.branch} keeps changing`)
    if (!(await pullFork(run, fork.name))) throw conflict(`branch ${run.request.branch} changed the same files`)
    fork = { ...fork, base: branch }
  }
  await send(run, fork)
}

/** Checks right before the commit that session, fork and branch are still as expected. Returns the branch's files. */
async function requireStill(run: Run, fork: Fork): Promise<Hashes> {
  const { request, wanted } = run
  const [, inFork, branch] = await Promise.all([
    requireSession(run, fork),
    requireHashes(run, fork.name),
    requireHashes(run, request.branch),
  ])
  requireExpected(run, branch)
  const lost = missingOf(wanted, inFork)
  if (lost.length > 0) throw conflict(`the fork ${fork.name} does not hold what was written: ${somePaths(lost)}`)
  const foreign = foreignChanges(inFork, fork.base, run)
  if (foreign.length > 0) throw leftovers(run, fork.name, foreign)
  return branch
}

/** A commit goes to wherever this key has dev mode open, so make sure that is our fork. */
async function requireSession(run: Run, fork: Fork): Promise<void> {
  const session = sessionOf(await readStandpoint(run))
  if (session === fork.name) return
  if (session !== undefined) throw sessionTaken(session)
  const again = await enter(run)
  if (again !== fork.name) throw conflict(`the fork ${fork.name} no longer belongs to ${run.request.branch}`)
}

async function send(run: Run, fork: Fork): Promise<void> {
  const { client, path, request, wanted } = run
  const isThere = async (): Promise<boolean> => {
    const hashes = await readBranchHashes(run, request.branch)
    return hashes !== undefined && missingOf(wanted, hashes).length === 0
  }
  run.guard()
  run.emit({ type: 'step', step: 'commit', branch: request.branch })
  try {
    await lookBeforeRepeating(
      run,
      async (isRepeated) => {
        if (isRepeated) await requireSession(run, fork)
        const body = { message: request.message, branchName: fork.name }
        requireSuccess(await client.branches.commitChanges({ path, body }), 'the commit')
        return true
      },
      async () => ((await isThere()) ? true : undefined),
    )
  } catch (cause) {
    if (!isError(cause, 'CONFLICT')) throw cause
    throw mergeConflict(`${fork.name} into ${request.branch}`, cause)
  }
  run.done.changed = true
}

export const mergeConflict = (what: string, cause: BoardwrightError, hint?: string): BoardwrightError =>
  new BoardwrightError('MODEL_MERGE_CONFLICT', `${what}: ${cause.message}`, { cause, http: cause.http, hint })

const conflict = (what: string): BoardwrightError => new BoardwrightError('MODEL_CONFLICT', what)
