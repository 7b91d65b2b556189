import process from 'node:process'
import { BoardwrightError } from '../errors.ts'
import { providerOf } from '../forge/context.ts'
import type { Forge } from '../forge/forge.ts'
import type { AsApproved, ShownPlans } from '../sync/apply/options.ts'
import { jobContext } from './job.ts'

/**
 * Looks up the plans of this project that were shown in the job's forge. Sends nothing until there is something to
 * apply.
 */
export function openShown(
  project: string,
  { allowDirectPush }: { readonly allowDirectPush?: true },
  signal: AbortSignal,
): { readonly asApproved: AsApproved; readonly close: () => Promise<void> } {
  if (providerOf(process.env) === undefined) {
    throw new BoardwrightError(
      'FORGE_CONTEXT',
      'this is not a job of GitHub, GitLab, Gitea or Forgejo, so nothing shows what was approved',
      {
        hint: 'Look at the plan, and apply it with --approve HASH.',
      },
    )
  }
  const context = jobContext(undefined)
  let forge: Forge | undefined
  async function shownFor(commit: string): Promise<ShownPlans> {
    const [{ openForge }, { markerOf, readApprovals }] = await Promise.all([
      import('../forge/forge.ts'),
      import('../sync/render-plan.ts'),
    ])
    forge ??= openForge(context, process.env, { signal })
    const { number, record, problem } = await forge.shownFor(commit, { project, marker: markerOf(project) })
    const read = record === undefined ? undefined : readApprovals(record)
    const approvals = read?.project === project ? read.plans : []
    const pull = number === undefined ? undefined : String(number)
    if (record === undefined || approvals.length > 0) return { pull, approvals, problem }
    return { pull, approvals, problem: `what pull request ${pull} showed cannot be read: another version wrote it` }
  }
  return { asApproved: { shownFor, allowDirectPush }, close: async () => forge?.close() }
}
