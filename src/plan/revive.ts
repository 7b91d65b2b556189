import { shownBy } from '../compare/dangling.ts'
import { wholeUnits } from '../compare/whole.ts'
import type { Key } from '../content/model.ts'
import { isThere, type PlanDraft } from './plan-draft.ts'

/** Once a deleted report is created again, the widgets that lost it are written again to show it. */
export function reviveWidgets(planDraft: PlanDraft): void {
  const { inputs, compared, outcomes } = planDraft
  for (const { key, repo, dangling } of compared.comparisons.values()) {
    if (dangling.size === 0) continue
    const outcome = outcomes.get(key)
    if (!repo || !outcome || !['unchanged', 'left', 'write'].includes(outcome.kind)) continue
    if (outcome.kind === 'left' && outcome.reason === 'older-branch') continue
    const [ours, live] = [wholeUnits(planDraft, 'desired', key), wholeUnits(planDraft, 'live', key)]
    const units = [...dangling].flatMap(([unit, before]) => {
      const shown = shownBy(live?.get(unit))
      const lost = shownBy(before).filter((each) => !shown.includes(each))
      const wanted = shownBy(ours?.get(unit)).filter((each) => lost.includes(each))
      const isBack = wanted.length > 0 && wanted.every((each) => isThere(planDraft, each as Key))
      return isBack && inputs.ignoredBecause(key, unit) === undefined ? [unit] : []
    })
    if (units.length === 0) continue
    const [because, others] =
      outcome.kind === 'write' ? [outcome.because, outcome.units] : ['a report that it shows is back', []]
    outcomes.set(key, { kind: 'write', because, units: new Set([...others, ...units]) })
  }
}
