import { wholeUnits } from '../compare/whole.ts'
import type { Key } from '../content/model.ts'
import { reportsShownBy } from '../content/references.ts'
import { type Decided, isThereAfter, withOutcomes } from './decided.ts'
import type { Outcome } from './outcome.ts'

/** Once a deleted report is created again, the widgets that lost it are written again to show it. */
export function reviveWidgets(decided: Decided): Decided {
  const { inputs, compared, outcomes } = decided
  const revived = [...compared.comparisons.values()].flatMap(({ key, repo, dangling }): [Key, Outcome][] => {
    if (dangling.size === 0) return []
    const outcome = outcomes.get(key)
    if (!repo || !outcome || !['unchanged', 'left', 'write'].includes(outcome.kind)) return []
    if (outcome.kind === 'left' && outcome.reason === 'older-branch') return []
    const [ours, live] = [wholeUnits(decided, 'desired', key), wholeUnits(decided, 'live', key)]
    const units = [...dangling].flatMap(([unit, before]) => {
      const shown = reportsShownBy(live?.get(unit))
      const lost = reportsShownBy(before).filter((each) => !shown.includes(each))
      const wanted = reportsShownBy(ours?.get(unit)).filter((each) => lost.includes(each))
      const isBack = wanted.length > 0 && wanted.every((each) => isThereAfter(decided, each as Key))
      return isBack && inputs.ignoredBecause(key, unit) === undefined ? [unit] : []
    })
    if (units.length === 0) return []
    const [because, others] =
      outcome.kind === 'write' ? [outcome.because, outcome.units] : ['a report that it shows is back', []]
    return [[key, { kind: 'write', because, units: new Set([...others, ...units]) }]]
  })
  return withOutcomes(decided, revived)
}
