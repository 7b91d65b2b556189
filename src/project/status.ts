import { selectTargets } from '../config/targets.ts'
import type { Key } from '../content/kinds.ts'
import { fullName } from '../plan/naming.ts'
import type { LeftReason, Plan, PlannedObject } from '../plan/plan-file.ts'
import { countUnclaimed } from '../plan/summary.ts'
import { commitsApart } from '../workspace/git.ts'
import type { SoundProject } from './local/project.ts'
import { type Planned, type PlanOptions, planTarget } from './plan.ts'
import { refuseWrongTree, whyUnread } from './target/why-unread.ts'

/** What an object waits for, the most urgent first. */
export const OBJECT_STATES = ['failed', 'to apply', 'held', 'UI edit', 'draft'] as const

/** An object of a target that is not as the tree has it. */
export interface StatusObject {
  readonly state: (typeof OBJECT_STATES)[number]
  readonly key: Key
  readonly name: string
  readonly message: string
  readonly within?: Key
}

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
  /** Of these, what an apply started and did not finish. */
  readonly failed: number
  readonly held: number
  readonly uiEdits: number
  /** Live and in the tree, but not managed yet. */
  readonly unclaimed: number
  /** Live, without a file, and not managed. */
  readonly unmanaged: number
  readonly drafts: number
  readonly objects: readonly StatusObject[]
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
  const planned = await planTarget(project, { ...options, remembers: true, onlyLooks: true })
  const { plan, target } = planned
  const { summary } = plan
  const unfinished = startedIn(planned)
  const apart = plan.applied === null ? null : await commitsApart(project.root, plan.applied)
  return {
    target: target.name,
    commit: plan.applied,
    behindBy: apart?.behind ?? null,
    aheadBy: apart?.ahead ?? null,
    notFetched: plan.held.filter(({ reason }) => reason === 'commit-unknown').length,
    changes: plan.objects.length,
    failed: unfinished.size,
    held: summary.held,
    uiEdits: summary.uiEdits,
    unclaimed: countUnclaimed(summary) + plan.left.filter(({ reason }) => reason === 'unclaimed').length,
    unmanaged: summary.unmanaged,
    drafts: summary.drafts,
    objects: objectsIn(plan, unfinished),
  }
}

/** Objects of the plan that an apply started and did not finish. */
export function startedIn({ plan, live }: Pick<Planned, 'plan' | 'live'>): ReadonlySet<Key> {
  const stopped = [...live.pending.values()].filter(({ why }) => why === 'failed' || why === 'cut off')
  const keys = new Set(stopped.map(({ key }) => key))
  return new Set(plan.objects.flatMap(({ key }) => (keys.has(key) ? [key] : [])))
}

/** Each by name, in the first state that applies to it. */
function objectsIn(plan: Plan, unfinished: ReadonlySet<Key>): readonly StatusObject[] {
  const named = [
    ...plan.objects.map(({ because, ...each }) =>
      unfinished.has(each.key)
        ? row('failed', each, 'the last apply did not finish it')
        : row('to apply', each, ACTION_WORDS[each.action] ?? because),
    ),
    ...plan.held.map((each) => row('held', each, each.message)),
    ...plan.left.flatMap((each) => {
      const state = LEFT_STATES[each.reason]
      return state === undefined ? [] : [row(state, each, each.message)]
    }),
  ]
  const first = new Map(named.toReversed().map((each) => [each.key, each]))
  return OBJECT_STATES.flatMap((state) => named.filter((each) => each.state === state && first.get(each.key) === each))
}

const ACTION_WORDS: Readonly<Partial<Record<PlannedObject['action'], string>>> = {
  create: 'new',
  update: 'changed',
  delete: 'removed from the repo',
}

interface Titled {
  readonly key: Key
  readonly title: readonly string[]
  readonly within?: Key | undefined
}

const row = (state: StatusObject['state'], { key, title, within }: Titled, message: string): StatusObject => ({
  ...{ state, key, name: fullName({ key, title }), message },
  ...(within === undefined ? {} : { within }),
})

const LEFT_STATES: { readonly [reason in LeftReason]?: StatusObject['state'] } = {
  'ui-edit': 'UI edit',
  draft: 'draft',
  'edited-report': 'draft',
  'adopted-edit': 'draft',
  'unmanaged-report': 'draft',
}
