import { selectTargets } from '../config/targets.ts'
import { commitsApart } from '../workspace/git.ts'
import type { SoundProject } from './local/project.ts'
import { type PlanOptions, planTarget } from './plan.ts'
import { refuseWrongTree, whyUnread } from './target/why-unread.ts'

/** How one target compares with the tree. */
export interface TargetStatus {
  readonly target: string
  /** The newest applied commit; null if none ever was. */
  readonly commit: string | null
  /** Commits of this tree that the target lacks; null if they cannot be counted. */
  readonly behindBy: number | null
  /** Applied commits that are not in this tree. */
  readonly aheadBy: number | null
  /** Objects that were applied from commits that this clone does not have. */
  readonly notFetched: number
  readonly changes: number
  readonly held: number
  readonly uiEdits: number
  /** Live and in the tree, but not managed yet. */
  readonly unclaimed: number
  /** Live, without a file, and not managed. */
  readonly unmanaged: number
  readonly drafts: number
}

export interface Unreachable {
  readonly target: string
  readonly error: { readonly code: string; readonly message: string; readonly hint: string }
}

/** Reads one target after another. One that cannot be read does not hide the others. */
export async function readStatus(
  project: SoundProject,
  options: PlanOptions,
): Promise<readonly (TargetStatus | Unreachable)[]> {
  const found: (TargetStatus | Unreachable)[] = []
  const causes: unknown[] = []
  for (const { name } of selectTargets(project.config, options.target ?? '*')) {
    try {
      found.push(await statusOf(project, { ...options, target: name }))
    } catch (cause) {
      found.push({ target: name, error: whyUnread(cause) })
      causes.push(cause)
    }
  }
  refuseWrongTree(causes, found.length)
  return found
}

async function statusOf(project: SoundProject, options: PlanOptions): Promise<TargetStatus> {
  const { plan, target } = await planTarget(project, { ...options, remembers: true, onlyLooks: true })
  const { summary } = plan
  const apart = plan.applied === null ? null : await commitsApart(project.root, plan.applied)
  return {
    target: target.name,
    commit: plan.applied,
    behindBy: apart?.behind ?? null,
    aheadBy: apart?.ahead ?? null,
    notFetched: plan.held.filter(({ reason }) => reason === 'commit-unknown').length,
    changes: plan.objects.length,
    held: summary.held,
    uiEdits: summary.uiEdits,
    unclaimed:
      summary.unclaimed.workbook +
      summary.unclaimed.report +
      plan.left.filter(({ reason }) => reason === 'unclaimed').length,
    unmanaged: summary.unmanaged,
    drafts: summary.drafts,
  }
}
