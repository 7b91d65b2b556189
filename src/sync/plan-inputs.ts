import type { Target } from '../config/model.ts'
import { ignoringRule } from '../config/scope.ts'
import { type Key, modelKey } from '../content/model.ts'
import { filterSummary } from '../content/objects.ts'
import type { ContentSummary } from '../content/summary.ts'
import type { LiveContent } from '../live/index.ts'
import type { History, SurveyInputs } from '../plan/inputs.ts'
import type { Plan, Shaping } from '../plan/plan-file.ts'
import type { SoundProject } from '../project/project.ts'
import { CONTENT, MODEL } from '../serialize/layout.ts'
import type { BothSides } from './both-sides.ts'
import { modelSides } from './model-sides.ts'
import { selectObjects } from './select.ts'

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

interface Parts extends Omit<BothSides, 'history'> {
  /** Both sides by the names for reports that they are compared in. */
  readonly desired: ContentSummary
  readonly content: ContentSummary
  readonly history: History
  /** A file of the data model as it was last applied, where that is known. */
  readonly lastModel: (path: string) => string | undefined
  readonly shaping: Shaping
  readonly promotion: Plan['promotion']
  /** The platform's clock. */
  readonly now: number
}

export function inputsOf(
  project: SoundProject,
  target: Target,
  { local, read, ignored, desired, content, history, lastModel, shaping, promotion, now }: Parts,
): SurveyInputs {
  const { live, all, places, inScope } = read
  const files = new Map([...places, ...desired.model.map(({ path }) => [modelKey(path), `${MODEL}/${path}`] as const)])
  return {
    project: { id: target.projectId, name: project.config.project },
    target: {
      ...{ name: target.name, deployment: target.deployment, home: target.home, protected: target.protected },
      ...{ url: target.url, host: new URL(target.url).host, limits: target.limits },
      ...{ branch: target.dataModel?.branch, merge: target.dataModel?.merge },
    },
    desired: filterSummary(desired, (key) => inScope(key) && !ignored.has(files.get(key) ?? '')),
    files,
    live: {
      ...live,
      content,
      outside: new Set(live.outside.keys()),
      isAdmin: live.caller.isAdmin,
      now,
      model: target.dataModel && { record: live.modelRecord, unreadable: live.unreadable },
    },
    history,
    promotion,
    shaping,
    selected: selectObjects(shaping.select, all, places),
    ignoredBecause: (key, unit) =>
      ignoringRule(target.ignore, (places.get(key) ?? '').slice(CONTENT.length + 1), unit)?.reason,
    ...modelSides(local, live, lastModel),
  }
}

/** The published dashboards of a plan, to ask who notices. */
export function publishablesOf(plan: Plan, live: LiveContent) {
  return plan.objects.flatMap(({ key, publish }) => {
    const facts = live.facts.get(key as Key)
    if (!publish || !facts) return []
    const { dashboard } = facts.publication ?? {}
    return [{ key: key as Key, workbook: facts.id, dashboard, embedded: publish.notice.embedded }]
  })
}
