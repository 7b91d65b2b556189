import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { isError, lookBeforeRepeating } from '../repeat.ts'
import { bringByFork } from './fork.ts'
import { isMergeDue, mergeBranch } from './merge.ts'
import { type DeploySettings, decideRoute, type RouteChoice } from './route.ts'
import {
  createRun,
  type Hashes,
  listBranches,
  missingOf,
  type Run,
  readBranchHashes,
  readDeploySettings,
  readStandpoint,
  requireExpected,
  requireHashes,
  type Standpoint,
  sessionOf,
} from './run.ts'
import { discardFork, isOurFork, leave, requireFreeSession } from './session.ts'
import { notForForks } from './text.ts'
import type { ModelRequest, ModelResult, ModelWriteOptions } from './types.ts'
import { bringByUpload } from './upload.ts'

/**
 * Writes data-model changes to a branch, and merges it if requested. Never throws: the result says how far it got.
 * Without changes, it only cleans up after an interrupted run: an open dev mode, a pending merge.
 */
export async function applyModel(
  client: Client,
  request: ModelRequest,
  options: ModelWriteOptions = {},
): Promise<ModelResult> {
  const run = createRun(client, request, options)
  let error: BoardwrightError | undefined
  try {
    await (run.changes.size > 0 ? bringChanges(run) : finishEarlierRun(run))
  } catch (cause) {
    error = BoardwrightError.from(cause)
  }
  const { done } = run
  const files = done.changed ? [...request.changes.values()] : []
  return {
    ...done,
    branch: request.branch,
    written: files.filter((bytes) => bytes !== null).length,
    deleted: files.filter((bytes) => bytes === null).length,
    error,
  }
}

interface Start {
  readonly settings: DeploySettings | undefined
  readonly standpoint: Standpoint
  /** The branch's files; undefined if it does not exist yet. */
  readonly hashes: Hashes | undefined
  readonly choice: RouteChoice
}

async function bringChanges(run: Run): Promise<void> {
  const { wanted } = run
  const { settings, standpoint, hashes, choice } = await look(run, true)
  const session = sessionOf(standpoint)
  const live = hashes ?? (await startingPoint(run, settings, session ? undefined : standpoint.branchName))
  requireExpected(run, live)
  const isMissing = missingOf(wanted, live).length > 0
  if (isMissing || !hashes) {
    await requireFreeSession(run, session)
    run.done.route = choice.route
    run.emit({ type: 'route', route: choice.route, because: choice.because })
    if (!hashes) await createBranch(run, startOf(run, settings))
    if (choice.route === 'fork') await bringByFork(run, live, settings)
    else await bringByUpload(run, live)
  } else await endOwnSession(run, session)
  await mergeOn(run, choice, settings)
}

/** There is nothing to write, but an earlier run may have been interrupted. */
async function finishEarlierRun(run: Run): Promise<void> {
  if (run.request.merge === 'none') {
    await endOwnSession(run, sessionOf(await readStandpoint(run)))
    return
  }
  const { settings, standpoint, hashes, choice } = await look(run, false)
  await endOwnSession(run, sessionOf(standpoint))
  if (hashes) await mergeOn(run, choice, settings)
}

async function look(run: Run, hasChanges: boolean): Promise<Start> {
  const { request, changes } = run
  const [settings, standpoint, hashes, parent] = await Promise.all([
    readDeploySettings(run),
    readStandpoint(run),
    readBranchHashes(run, request.branch),
    request.merge === 'parent' ? readParent(run) : undefined,
  ])
  const [unforkable] = [...changes].flatMap(([path, bytes]) => {
    const because = notForForks(bytes)
    return because === undefined ? [] : [{ path, because }]
  })
  const { branch, route, merge } = request
  const from = hashes ? parent : startOf(run, settings)
  const choice = decideRoute({ settings, branch, parent: from, route, merge, unforkable, hasChanges })
  return { settings, standpoint, hashes, choice }
}

const readParent = async (run: Run): Promise<string | undefined> =>
  (await listBranches(run)).find(({ name }) => name === run.request.branch)?.parentBranch ?? undefined

const startOf = ({ request }: Run, settings: DeploySettings | undefined): string | undefined =>
  request.from ?? settings?.deployBranchName

/** The files that a branch will start with. */
async function startingPoint(
  run: Run,
  settings: DeploySettings | undefined,
  deployBranch: string | undefined,
): Promise<Hashes> {
  const from = startOf(run, settings) ?? deployBranch
  if (from === undefined) {
    throw new BoardwrightError(
      'MODEL_BRANCH_GONE',
      `branch ${run.request.branch} does not exist, and there is nothing to create it from`,
    )
  }
  return requireHashes(run, from)
}

/**
 * Ends a dev mode that an interrupted run of ours left open on a fork of this branch. If runs remove their forks,
 * removes that fork.
 */
async function endOwnSession(run: Run, session: string | undefined): Promise<void> {
  if (session === undefined || !(await isOurFork(run, session))) return
  if (run.request.fork !== 'remove') return leave(run, session)
  const base = await requireHashes(run, run.request.branch)
  await discardFork(run, { name: session, base, hashes: base })
}

async function mergeOn(run: Run, { mergeInto }: RouteChoice, settings: DeploySettings | undefined): Promise<void> {
  if (mergeInto === undefined) return
  if (run.done.changed || (await isMergeDue(run, mergeInto))) await mergeBranch(run, mergeInto, settings)
}

/** Creates the branch, unless somebody else has just done so. */
async function createBranch(run: Run, from: string | undefined): Promise<void> {
  const { client, path, request } = run
  const isThere = async (): Promise<true | undefined> =>
    (await listBranches(run)).some(({ name }) => name === request.branch) ? true : undefined
  run.guard()
  run.emit({ type: 'step', step: 'create branch', branch: request.branch })
  const body = { name: request.branch, ...(from === undefined ? {} : { from }) }
  try {
    await lookBeforeRepeating(
      run,
      async () => {
        await client.branches.createBranch({ path, body })
        return true
      },
      isThere,
    )
  } catch (cause) {
    if (!isError(cause, 'CONFLICT') || !(await isThere())) throw cause
    return
  }
  run.done.created = true
}
