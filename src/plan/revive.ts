import type { Key, ReportReference } from '../content/model.ts'
import { shownBy } from './dangling.ts'
import { type PlanDraft, wholeUnits } from './plan-draft.ts'

/** If a deleted report is created again, the widgets that showed it are written again to show it. */
export function reviveWidgets(planDraft: PlanDraft): void {
  const { compared, outcomes } = planDraft
  for (const { key, repo, dangling } of compared.comparisons.values()) {
    if (dangling.size === 0) continue
    const outcome = outcomes.get(key)
    if (!repo || !outcome || !['unchanged', 'left', 'write'].includes(outcome.kind)) continue
    if (outcome.kind === 'left' && outcome.reason === 'older-branch') continue
    const ours = wholeUnits(planDraft, 'desired', key)
    const units = [...dangling.keys()].filter((unit) =>
      shownBy(ours?.get(unit)).some((each) => isMade(planDraft, each)),
    )
    if (units.length === 0) continue
    const [because, others] =
      outcome.kind === 'write' ? [outcome.because, outcome.units] : ['a report that it shows is made again', []]
    outcomes.set(key, { kind: 'write', because, units: new Set([...others, ...units]) })
  }
}

const isMade = ({ outcomes }: PlanDraft, reference: ReportReference): boolean =>
  outcomes.get(reference as Key)?.kind === 'create'
