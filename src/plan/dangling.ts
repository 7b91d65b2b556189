import type { Base } from '../content/ledger.ts'
import type { Key, ReportReference, Widget } from '../content/model.ts'
import { mapReferences, type Rename, reportOf } from '../content/references.ts'
import { type Units, unitDigest } from '../content/units.ts'
import type { PlanInputs } from './inputs.ts'
import type { Workings } from './workings.ts'

/** What a widget shows is named by its number once it is gone. This is what such a report was called. */
export function namesOfGone({ live, target }: PlanInputs): Rename {
  const names = new Map(
    [...live.known].flatMap(([key, known]): [string, ReportReference][] =>
      key.startsWith('report/') && live.gone.has(key)
        ? [[`missing(${target.deployment}/${known.live})`, key as ReportReference]]
        : [],
    ),
  )
  return (reference) => names.get(reference) ?? reference
}

/** Widgets that nobody edited: they only lost the report that they show. */
export function danglingUnits(live: Units, base: Base | undefined, nameGone: Rename): ReadonlySet<string> {
  const units = [...live].filter(([unit, value]) => {
    if (!unit.startsWith('widget ') || base === undefined) return false
    const [widget] = mapReferences({ widgets: [value as Widget] }, nameGone).widgets
    return widget !== value && [base[unit]].flat().includes(unitDigest(unit, widget))
  })
  return new Set(units.map(([unit]) => unit))
}

/** A widget whose report is made again shows it again. */
export function reviveWidgets(workings: Workings): void {
  const { surveyed, fates } = workings
  for (const { key, kind, repo, dangling } of surveyed.cases.values()) {
    const fate = fates.get(key)
    if (kind !== 'workbook' || !repo || !fate || !['unchanged', 'left', 'write'].includes(fate.kind)) continue
    if (fate.kind === 'left' && fate.reason === 'older-branch') continue
    const units = [...dangling].filter((unit) => shows(repo.get(unit)).some((each) => isMade(workings, each)))
    if (units.length === 0) continue
    const [because, others] =
      fate.kind === 'write' ? [fate.because, fate.units] : ['a report that it shows is made again', []]
    fates.set(key, { kind: 'write', because, units: new Set([...others, ...units]) })
  }
}

const isMade = ({ fates }: Workings, key: Key): boolean => fates.get(key)?.kind === 'create'

const shows = (widget: unknown): Key[] => {
  const { report, reports = [] } = (widget ?? {}) as Partial<Widget>
  return [...(report === undefined ? [] : [report]), ...reports].flatMap((each) => reportOf(each) ?? [])
}
