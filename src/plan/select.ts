import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import type { WorkbookSummary } from '../content/summary.ts'
import { UNCHANGED } from './fate.ts'
import { needsOf } from './homes.ts'
import { unitsWith } from './survey.ts'
import { caseOf, fateOf, isWritten, type Workings, workbookAfter } from './workings.ts'

/** Reports whose UI edits this plan overwrites: a publish without that would send the edits out. */
const overwrittenIn = (workings: Workings, { references }: WorkbookSummary): Key[] =>
  references.flatMap((reference) => {
    const report = reportOf(reference)
    const each = report && caseOf(workings, report)
    const isOverwritten =
      each && unitsWith(each, 'live', 'conflict').some((unit) => isWritten(fateOf(workings, report), unit))
    return isOverwritten ? [report] : []
  })

/** `--select` narrows what is written, never what is read. What the selected needs comes with it. */
export function narrowToSelected(workings: Workings): void {
  const { inputs, surveyed, fates, heldParts, lefts, publishing, notes } = workings
  if (inputs.shaping.select.length === 0) return
  const all = [...surveyed.cases.keys()]
  const wanted = new Set(all.filter(inputs.selected))
  for (const key of wanted) {
    const workbook = workbookAfter(workings, key)
    for (const need of needsOf(workings, key)) wanted.add(need)
    if (workbook && publishing.has(key)) for (const report of overwrittenIn(workings, workbook)) wanted.add(report)
  }

  const isLeftOut = (key: Key): boolean => !wanted.has(key)
  const changing = all.filter(
    (key) =>
      isLeftOut(key) &&
      (['create', 'write', 'delete'].includes(fateOf(workings, key)?.kind ?? '') || publishing.has(key)),
  )
  if (changing.length > 0)
    notes.push(
      `${changing.length} ${changing.length === 1 ? 'object that changes is' : 'objects that change are'} not selected`,
    )
  for (const key of all) {
    if (!isLeftOut(key)) continue
    const { kind } = fateOf(workings, key) ?? UNCHANGED
    if (['create', 'write', 'delete', 'held', 'left'].includes(kind)) fates.set(key, UNCHANGED)
    for (const map of [heldParts, lefts, publishing]) map.delete(key)
  }
  for (const [key, publish] of publishing) {
    const reports = publish.reports.filter((report) => !changing.includes(report))
    if (publish.dashboard || reports.length > 0) publishing.set(key, { ...publish, reports })
    else publishing.delete(key)
  }
}
