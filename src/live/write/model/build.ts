import { BoardwrightError } from '@boardwright/common'
import type { BuildStatusResponse } from '@boardwright/platform'
import { problemsIn, problemText } from './problems.ts'
import { listBranches, type Run } from './run.ts'
import type { BuildEnd } from './types.ts'

/** `old`: still the status of the previous build. `gone`: no such branch. `idle`: nothing builds this branch. */
export type BuildState = 'built' | 'failed' | 'building' | 'not started' | 'old' | 'gone' | 'idle'

const ENDED: Readonly<Record<string, 'built' | 'failed'>> = { built: 'built', failed: 'failed', cancelled: 'failed' }
const NOT_STARTED: ReadonlySet<string> = new Set(['none', 'stopped'])

/** The state of a commit's build. Two kinds of `building` never end; only their text shows that. */
export function judgeBuild(answer: BuildStatusResponse, head: string | undefined): BuildState {
  const { status, errorText, lastHash } = answer
  const ended = ENDED[status]
  if (ended === undefined) {
    if (errorText?.includes('Bad branch')) return 'gone'
    if (errorText?.includes('Branch is not active')) return 'idle'
    return NOT_STARTED.has(status) ? 'not started' : 'building'
  }
  return head === undefined || lastHash == null || lastHash === head ? ended : 'old'
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000
const NOT_STARTED_MS = 60_000

/**
 * Waits for the build of a branch. If its head is unknown or differs, looks it up, because the status may still be that
 * of the previous build.
 */
export async function waitForBuild(run: Run, branch: string, head?: string): Promise<BuildEnd> {
  const { client, path, now, buildWaitMs } = run
  const started = now()
  let wanted = head
  let shown = ''
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    run.guard()
    const answer = await client.deployments.buildStatus({ path, query: { branchName: branch } })
    const ended = ENDED[answer.status] !== undefined
    if (ended && answer.lastHash != null && answer.lastHash !== wanted) wanted = await headOf(run, branch)
    const state = judgeBuild(answer, wanted)
    const waitedMs = now() - started
    const label = state === 'old' ? 'waiting' : answer.status
    if (label !== shown) run.emit({ type: 'build', branch, status: label, waitedMs })
    shown = label
    if (state === 'built') return 'built'
    if (state === 'idle') return 'none'
    if (state === 'gone') throw new BoardwrightError('MODEL_BRANCH_GONE', `branch ${branch} no longer exists`)
    if (state === 'failed') throw buildFailed(run, branch, answer)
    if (waitedMs >= (state === 'not started' ? Math.min(NOT_STARTED_MS, buildWaitMs) : buildWaitMs)) {
      throw endless(branch, label, waitedMs)
    }
    await run.sleep(waitMs, run.signal)
  }
}

async function headOf(run: Run, branch: string): Promise<string | undefined> {
  return (await listBranches(run)).find(({ name }) => name === branch)?.lastHash ?? undefined
}

function buildFailed(run: Run, branch: string, { status, errorText }: BuildStatusResponse): BoardwrightError {
  const problems = problemsIn(errorText ?? '')
  run.done.problems = problems
  const why = problems[0] === undefined ? '' : `: ${problemText(problems[0])}`
  return new BoardwrightError('MODEL_BUILD_FAILED', `the build of branch ${branch} ${status}${why}`)
}

const endless = (branch: string, status: string, waitedMs: number): BoardwrightError =>
  new BoardwrightError(
    'MODEL_BUILD_ENDLESS',
    `the build of branch ${branch} did not end in ${Math.round(waitedMs / 1000)} s: its status is "${status}"`,
  )
