import { isError, lookBeforeRepeating } from '../repeat.ts'
import { waitForBuild } from './build.ts'
import { mergeConflict } from './commit.ts'
import type { DeploySettings, RouteChoice } from './route.ts'
import { type Run, readBranchHashes } from './run.ts'
import { requireCompiles } from './validate.ts'

type Merge = NonNullable<RouteChoice['mergeInto']>

/** Whether the merge target still lacks something that this project applied. */
export async function isMergeDue(run: Run, { branch: into }: Merge): Promise<boolean> {
  if (into === undefined) return false
  const { request, record } = run
  const [ours, theirs] = await Promise.all([readBranchHashes(run, request.branch), readBranchHashes(run, into)])
  const mark = ours?.get(record.path)
  if (mark === undefined) return false
  const isUnmerged = ([path, hash]: readonly [string, string]): boolean =>
    ours?.get(path) === hash && theirs?.get(path) !== hash
  return mark !== theirs?.get(record.path) || [...(request.declared ?? [])].some(isUnmerged)
}

/** Merges the branch if it compiles. */
export async function mergeBranch(run: Run, merge: Merge, settings: DeploySettings | undefined): Promise<void> {
  const { request } = run
  await requireCompiles(run, request.branch)
  run.guard()
  run.emit({ type: 'step', step: 'merge', branch: request.branch })
  const name = merge.branch ?? 'the deploy branch'
  try {
    await lookBeforeRepeating(
      run,
      async () => {
        await send(run, merge)
        return true
      },
      async () => (merge.branch === undefined || (await isMergeDue(run, merge)) ? undefined : true),
    )
  } catch (cause) {
    if (!isError(cause, 'CONFLICT')) throw cause
    throw mergeConflict(
      `${request.branch} into ${name}`,
      cause,
      `Merge ${name} into ${request.branch} in the git repository of the data model, take the result into git with export, and plan again.`,
    )
  }
  run.done.mergedInto = name
  if (merge.branch === undefined) return
  const isDeploy = merge.branch === settings?.deployBranchName
  run.done.build = isDeploy && settings.deployMode === 'cli' ? 'none' : await waitForBuild(run, merge.branch)
  // Each side compiled by itself. If no build covers both together, compile the result.
  if (run.done.build === 'none') await requireCompiles(run, merge.branch)
}

async function send({ client, path, request }: Run, { by }: Merge): Promise<void> {
  const common = { branchName: request.branch, message: request.message }
  if (by === 'default') {
    await client.branches.mergeToDefaultBranch({ path, body: { ...common, removeBranchAfterMerge: false } })
    return
  }
  const flags = { squashCommits: false, switchToParentBranch: false, deleteBranch: false }
  await client.branches.mergeIntoParentBranch({ path, body: { ...common, ...flags } })
}
