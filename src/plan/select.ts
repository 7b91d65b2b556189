import { unitsWith } from '../compare/comparison.ts'
import { plural, someOf } from '../content/counted.ts'
import { foldersAlong, type Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { comparisonOf, type Decided, entityAfter, isWritten, outcomeOf } from './decided.ts'
import { keepWhatIsUsed } from './hold.ts'
import { homesWaitedFor, neededBy } from './homes.ts'
import { movedWith } from './model-names.ts'
import { UNCHANGED } from './outcome.ts'
import { titleOf } from './titles.ts'

/** Reports with UI edits that this plan overwrites. If only the dashboard were published, those edits would go out. */
const overwrittenIn = (decided: Decided, dashboard: Key): Key[] =>
  (entityAfter(decided, dashboard)?.references ?? []).flatMap((reference) => {
    const report = reportOf(reference)
    const each = report && comparisonOf(decided, report)
    const isOverwritten =
      each && unitsWith(each, 'live', 'conflict').some((unit) => isWritten(outcomeOf(decided, report), unit))
    return isOverwritten ? [report] : []
  })

/** `--select` limits what is written, never what is read. Objects that a selected one needs are included. */
export function narrowToSelected(decided: Decided): { readonly decided: Decided; readonly notes: readonly string[] } {
  const { inputs, compared, outcomes } = decided
  if (inputs.shaping.select.length === 0) return { decided, notes: [] }
  const all = [...compared.comparisons.keys()]
  const wanted = selectionIn(decided, all)
  const others = all.filter((key) => !wanted.has(key))
  const changing = new Set(others.filter(changesIn(decided)))
  const ofWanted = <T>(map: ReadonlyMap<Key, T>): [Key, T][] => [...map].filter(([key]) => wanted.has(key))
  return {
    decided: {
      ...decided,
      outcomes: outcomes.changed(
        others.flatMap((key) => (ENDS.has(outcomeOf(decided, key)?.kind ?? '') ? [[key, UNCHANGED] as const] : [])),
      ),
      parts: new Map(ofWanted(decided.parts)),
      publishing: new Map(
        ofWanted(decided.publishing).flatMap(([key, { dashboard, reports: all }]) => {
          const reports = all.filter((report) => !changing.has(report))
          return dashboard || reports.length > 0 ? [[key, { dashboard, reports }] as const] : []
        }),
      ),
    },
    notes:
      changing.size === 0
        ? []
        : [
            plural(changing.size, 'object that changes is not selected', 'objects that change are not selected'),
            ...leftBehind(decided, wanted),
          ],
  }
}

/** What would move into a folder that is made for what was selected, and stays where it is. */
function leftBehind(decided: Decided, wanted: ReadonlySet<Key>): string[] {
  const { desired, live } = decided.compared
  const made = new Set([...wanted].filter((key) => outcomeOf(decided, key)?.kind === 'create'))
  const staying = decided.outcomes.with('write').filter(([key, { units }]) => {
    const folders = foldersAlong(desired.get(key)?.place.folder ?? [])
    return !wanted.has(key) && units.has('folder') && folders.some((folder) => made.has(folder))
  })
  if (staying.length === 0) return []
  const names = staying.map(([key]) => titleOf({ desired: live, live }, key).join(' / ')).sort()
  const said =
    names.length === 1
      ? 'goes into the new folder too, but is not selected: it stays where it is'
      : 'go into the new folder too, but are not selected: they stay where they are'
  return [`${someOf(names)} ${said}`]
}

const ENDS: ReadonlySet<string> = new Set(['create', 'write', 'delete', 'held', 'left'])

function selectionIn(decided: Decided, all: readonly Key[]): ReadonlySet<Key> {
  const wanted = new Set(all.filter(decided.inputs.selected))
  for (const key of wanted) {
    const overwritten = decided.publishing.has(key) ? overwrittenIn(decided, key) : []
    const needs = [...neededBy(decided, key), ...homesWaitedFor(decided, key), ...movedWith(decided, key)]
    for (const need of [...needs, ...overwritten]) wanted.add(need)
  }
  return wanted
}

/** Whether a plan of everything would change an object. */
function changesIn(decided: Decided): (key: Key) => boolean {
  const { outcomes, publishing, inputs } = keepWhatIsUsed(decided)
  const changes = ['create', 'write', ...(inputs.shaping.prune ? ['delete'] : [])]
  return (key) => changes.includes(outcomes.get(key)?.kind ?? '') || publishing.has(key)
}
