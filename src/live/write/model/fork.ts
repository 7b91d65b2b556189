import { BoardwrightError } from '@boardwright/common'
import { waitForBuild } from './build.ts'
import { commitFork } from './commit.ts'
import { writeToFork } from './files.ts'
import type { DeploySettings } from './route.ts'
import { type Hashes, missingOf, type Run, readBranchHashes, requireExpected } from './run.ts'
import { discardFork, type Fork, leave, openFork } from './session.ts'
import { requireCompiles } from './validate.ts'

/** Writes the changes through a personal fork of the branch. */
export async function bringByFork(run: Run, seen: Hashes, settings: DeploySettings | undefined): Promise<void> {
  const { request, wanted } = run
  const fork = await openFork(run, seen)
  try {
    await stage(run, fork)
    await commitFork(run, fork)
  } catch (cause) {
    await discardFork(run, fork)
    throw cause
  }
  // The answer to a commit does not say where it went.
  const landed = await readLanded(run, fork)
  if (!landed) throw new BoardwrightError('MODEL_BRANCH_GONE', `branch ${request.branch} no longer exists`)
  if (missingOf(wanted, landed).length > 0) {
    throw new BoardwrightError(
      'MODEL_CONFLICT',
      `branch ${request.branch} does not hold what was committed: somebody else is using this key, or changed it at the same moment`,
    )
  }
  const isDeployedByUploads = settings?.deployMode === 'cli' && request.branch === settings.deployBranchName
  run.done.build = isDeployedByUploads ? 'none' : await waitForBuild(run, request.branch)
}

/** Ends dev mode whatever happens, and returns the branch's files after the commit. */
async function readLanded(run: Run, fork: Fork): Promise<Hashes | undefined> {
  if (run.request.fork !== 'remove') {
    await leave(run, fork.name)
    return readBranchHashes(run, run.request.branch)
  }
  let landed: Hashes | undefined
  try {
    landed = await readBranchHashes(run, run.request.branch)
    return landed
  } finally {
    await discardFork(run, { ...fork, base: landed ?? fork.base })
  }
}

/**
 * Compiles the changes in a fork and leaves nothing of them behind. Files that are not text are left out, because they
 * are not compiled.
 */
export async function rehearse(run: Run, seen: Hashes): Promise<void> {
  const fork = await openFork(run, seen)
  try {
    await stage(run, fork)
    await requireCompiles(run, fork.name)
  } finally {
    await discardFork(run, fork)
  }
}

async function stage(run: Run, fork: Fork): Promise<void> {
  requireExpected(run, fork.base)
  const missing = missingOf(run.wanted, fork.hashes)
  if (missing.length === 0) return
  run.emit({ type: 'step', step: 'write', branch: fork.name })
  await writeToFork(run, fork.name, missing)
}
