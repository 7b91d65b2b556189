import { lazy } from '@boardwright/common'
import type { History, TreeThen } from '../../compare/inputs.ts'
import type { Target } from '../../config/model.ts'
import { ignoringRule } from '../../config/scope.ts'
import { keptBy } from '../../content/kept-by.ts'
import { modelKey } from '../../content/model.ts'
import { filterSummary } from '../../content/objects.ts'
import { type Readable, renamedIn } from '../../content/readable.ts'
import type { Rename } from '../../content/references.ts'
import type { LiveContent } from '../../live/index.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { Plan, Shaping } from '../../plan/plan-file.ts'
import type { HistoryReader } from '../../project/history.ts'
import type { OldTree } from '../../project/old-trees.ts'
import type { SoundProject } from '../../project/project.ts'
import { CONTENT, MODEL } from '../../serialize/layout.ts'
import { isIgnoredBy } from '../../workspace/git.ts'
import { namedObjects, selectObjects } from '../select.ts'
import type { BothSides } from './both-sides.ts'
import { modelSides } from './model-sides.ts'

export const UNSHAPED: Shaping = {
  select: [],
  prune: false,
  uiEdits: 'hold',
  overwriteNewer: false,
  allowDeletes: 0,
  firstApply: false,
  adoptModel: false,
  break: false,
}

interface Parts extends Omit<BothSides, 'history' | 'faults'> {
  /** Both sides, with the report names that are used to compare them. */
  readonly desired: Readable
  readonly content: Readable
  readonly history: History
  /** A model file as last applied, if known. */
  readonly lastModel: (path: string) => string | undefined
  readonly shaping: Shaping
  readonly promotion: Plan['promotion']
  readonly now: number
}

export function inputsOf(
  project: SoundProject,
  target: Target,
  { local, read, ignored, desired, content, history, lastModel, shaping, promotion, now }: Parts,
): PlanInputs {
  const { live, all, places, inScope } = read
  const { kept } = keptBy(desired.summary, inScope)
  const files = new Map([
    ...places,
    ...desired.summary.model.map(({ path }) => [modelKey(path), `${MODEL}/${path}`] as const),
  ])
  return {
    project: { id: target.projectId, name: project.config.project },
    target: {
      ...{ name: target.name, deployment: target.deployment, home: target.home, protected: target.protected },
      ...{ url: target.url, host: new URL(target.url).host, limits: target.limits },
      ...{ branch: target.dataModel?.branch, merge: target.dataModel?.merge, branchFrom: live.absentBranch?.from },
    },
    desired: filterSummary(desired.summary, (key) => kept.has(key) && !isIgnoredBy({ ignored }, files.get(key) ?? '')),
    whole: { desired: desired.read, live: content.read },
    files,
    live: {
      ...live,
      content: content.summary,
      outside: new Set(live.outside.keys()),
      isAdmin: live.caller.isAdmin,
      caller: live.caller.email,
      now,
      model: target.dataModel && { record: live.modelRecord, unreadable: live.unreadable },
    },
    history,
    promotion,
    shaping,
    selected: selectObjects(shaping.select, all, places),
    named: namedObjects(shaping.select, places),
    ignoredBecause: (key, unit) =>
      ignoringRule(target.ignore, (places.get(key) ?? '').slice(CONTENT.length + 1), unit)?.reason,
    ...modelSides(local, live, target, lastModel),
  }
}

/** The history for a plan, with the trees at these commits that can be read. */
export async function readHistory(
  { head, dirty, isMade, relations, applied, forkOf }: HistoryReader,
  wanted: Iterable<string>,
  treeAt: (commit: string) => Promise<TreeThen | undefined>,
): Promise<History> {
  const forks = new Map<string, string>()
  for (const [commit, relation] of relations) {
    const fork = relation === 'diverged' ? await forkOf(commit) : undefined
    if (fork !== undefined) forks.set(commit, fork)
  }
  const trees = new Map<string, TreeThen>()
  for (const commit of new Set([...wanted, ...forks.values()])) {
    const tree = await treeAt(commit)
    if (tree) trees.set(commit, tree)
  }
  return { head, dirty, isMade, relations, applied, trees, forks }
}

/** An old tree, with the report names that are used to compare. */
export const treeThen = (tree: OldTree, rename: Rename, isThere: (path: string) => boolean): TreeThen => ({
  outline: tree.outline,
  whole: lazy(() => {
    const whole = tree.read()
    return whole && renamedIn(whole, rename)
  }),
  hasMoreFiles: [...tree.paths()].some((path) => path.startsWith(CONTENT) && path.endsWith('.yaml') && !isThere(path)),
})

/** The dashboards that a plan publishes or takes from viewers, to look up who will notice. */
export function publishablesOf(plan: Plan, live: LiveContent) {
  return plan.objects.flatMap(({ key, publish, loss }) => {
    const facts = live.facts.get(key)
    const { notice } = publish ?? (loss?.version === null ? undefined : loss) ?? {}
    if (!notice || !facts) return []
    const { dashboard } = facts.publication ?? {}
    return [{ key, workbook: facts.id, dashboard, embedded: notice.embedded }]
  })
}
