import { unitsWith } from '../compare/comparison.ts'
import type { Key } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import type { WorkbookSummary } from '../content/summary.ts'
import { heldHomesOf, needsOf } from './homes.ts'
import { movedWith } from './model-names.ts'
import { UNCHANGED } from './outcome.ts'
import { comparisonOf, isWritten, outcomeOf, type PlanDraft, workbookAfter } from './plan-draft.ts'

/** Reports with UI edits that this plan overwrites. If only the dashboard were published, those edits would go out. */
const overwrittenIn = (planDraft: PlanDraft, { references }: WorkbookSummary): Key[] =>
  references.flatMap((reference) => {
    const report = reportOf(reference)
    const each = report && comparisonOf(planDraft, report)
    const isOverwritten =
      each && unitsWith(each, 'live', 'conflict').some((unit) => isWritten(outcomeOf(planDraft, report), unit))
    return isOverwritten ? [report] : []
  })

/** `--select` limits what is written, never what is read. Objects that a selected one needs are included. */
export function narrowToSelected(planDraft: PlanDraft): void {
  const { inputs, compared, outcomes, heldParts, lefts, publishing, notes } = planDraft
  if (inputs.shaping.select.length === 0) return
  const all = [...compared.comparisons.keys()]
  const wanted = new Set(all.filter(inputs.selected))
  for (const key of wanted) {
    const workbook = workbookAfter(planDraft, key)
    const needs = [...needsOf(planDraft, key), ...heldHomesOf(planDraft, key), ...movedWith(planDraft, key)]
    for (const need of needs) wanted.add(need)
    if (workbook && publishing.has(key)) for (const report of overwrittenIn(planDraft, workbook)) wanted.add(report)
  }

  const changes = ['create', 'write', ...(inputs.shaping.prune ? ['delete'] : [])]
  const isLeftOut = (key: Key): boolean => !wanted.has(key)
  const changing = all.filter(
    (key) => isLeftOut(key) && (changes.includes(outcomeOf(planDraft, key)?.kind ?? '') || publishing.has(key)),
  )
  if (changing.length > 0)
    notes.push(
      `${changing.length} ${changing.length === 1 ? 'object that changes is' : 'objects that change are'} not selected`,
    )
  for (const key of all) {
    if (!isLeftOut(key)) continue
    const { kind } = outcomeOf(planDraft, key) ?? UNCHANGED
    if (['create', 'write', 'delete', 'held', 'left'].includes(kind)) outcomes.set(key, UNCHANGED)
    for (const map of [heldParts, lefts, publishing]) map.delete(key)
  }
  for (const [key, publish] of publishing) {
    const reports = publish.reports.filter((report) => !changing.includes(report))
    if (publish.dashboard || reports.length > 0) publishing.set(key, { ...publish, reports })
    else publishing.delete(key)
  }
}
