import type { Base } from '../content/ledger.ts'
import type { Key, Widget } from '../content/model.ts'
import { mapReferences, referencesOf, reportOf } from '../content/references.ts'
import { type Units, unitDigest } from '../content/units.ts'
import type { Workings } from './workings.ts'

/**
 * Widgets that nobody edited: they only lost the report that they showed. Live names such a report by its number, so
 * what the tree had there when it was applied tells which one it was.
 */
export function danglingUnits(
  {
    live,
    applied,
    base,
  }: { readonly live: Units; readonly applied: Units | undefined; readonly base: Base | undefined },
  isLive: (report: Key) => boolean,
): ReadonlySet<string> {
  const lost = [...live].filter(([unit, value]) => {
    const was = applied?.get(unit)
    if (!unit.startsWith('widget ') || !was || !base) return false
    const [shows, showed] = [value, was].map((widget) => referencesOf({ widgets: [widget as Widget] }))
    const names = new Map(
      (shows ?? []).flatMap((reference, index) => {
        const before = showed?.[index]
        const key = before && reportOf(before)
        return key && reference.startsWith('missing(') && !isLive(key) ? [[reference, before]] : []
      }),
    )
    if (names.size === 0) return false
    const [widget] = mapReferences({ widgets: [value as Widget] }, (each) => names.get(each) ?? each).widgets
    return [base[unit]].flat().includes(unitDigest(unit, widget))
  })
  return new Set(lost.map(([unit]) => unit))
}

/** A widget whose report is made again shows it again. */
export function reviveWidgets(workings: Workings): void {
  const { surveyed, fates } = workings
  for (const { key, repo, dangling } of surveyed.cases.values()) {
    const fate = fates.get(key)
    if (!repo || !fate || !['unchanged', 'left', 'write'].includes(fate.kind)) continue
    if (fate.kind === 'left' && fate.reason === 'older-branch') continue
    const units = [...dangling].filter((unit) => shows(repo.get(unit)).some((each) => isMade(workings, each)))
    if (units.length === 0) continue
    const [because, others] =
      fate.kind === 'write' ? [fate.because, fate.units] : ['a report that it shows is made again', []]
    fates.set(key, { kind: 'write', because, units: new Set([...others, ...units]) })
  }
}

const isMade = ({ fates }: Workings, key: Key): boolean => fates.get(key)?.kind === 'create'

const shows = (widget: unknown): Key[] =>
  widget === undefined ? [] : referencesOf({ widgets: [widget as Widget] }).flatMap((each) => reportOf(each) ?? [])
