import { editedUnits, isOurs, unitsWith } from '../compare/comparison.ts'
import { wholeObject } from '../compare/whole.ts'
import { listed } from '../content/counted.ts'
import { canonicalText } from '../content/digest.ts'
import { groupBy } from '../content/group-by.ts'
import { idIn, isKind } from '../content/kinds.ts'
import { newLayoutFaults } from '../content/layout-faults.ts'
import { type Key, type ReportReference, reportKey, workbookKey } from '../content/model.ts'
import { publicIdOf, reportOf } from '../content/references.ts'
import type { WorkbookSummary } from '../content/summary.ts'
import { isOfDashboard, isOfDraft } from '../content/units.ts'
import { runningElsewhere } from './decide.ts'
import { type Held, held, type Outcome, UI_EDIT, UNCHANGED } from './outcome.ts'
import {
  comparisonOf,
  hold,
  isThere,
  type Left,
  leave,
  mergedWorkbook,
  outcomeOf,
  type PlanDraft,
  type Publishing,
  workbookAfter,
} from './plan-draft.ts'
import type { Replaced } from './plan-file.ts'
import { workbookOf } from './titles.ts'
import { isUnpublished } from './unpublished.ts'
import { isTakenBack, type UnseenWork, unseenWork, viewersLackOurs, viewersWillNotice } from './unseen.ts'

/**
 * Decides which dashboards are published, and what prevents it. A person's draft is never published, nor is a report
 * with an unpublished edit. A held report holds the dashboards that show it.
 */
export function settleDashboards(planDraft: PlanDraft): void {
  for (const key of planDraft.compared.desired.workbooks.keys()) {
    const each = comparisonOf(planDraft, key)
    const outcome = outcomeOf(planDraft, key)
    if (!each || (!isOurs(each) && outcome?.kind !== 'create')) continue
    if (outcome?.kind === 'held' || (outcome?.kind === 'left' && outcome.reason === 'older-branch')) continue
    refuseUnpublishing(planDraft, key)
    refuseUnsound(planDraft, key)
    if (outcomeOf(planDraft, key)?.kind !== 'held') settlePublishing(planDraft, key)
  }
}

/** The API cannot unpublish. */
function refuseUnpublishing(planDraft: PlanDraft, key: Key): void {
  const outcome = outcomeOf(planDraft, key)
  const isPublished = planDraft.compared.live.workbooks.get(key)?.publish === true
  if (outcome?.kind !== 'write' || !isPublished || !outcome.units.has('publish')) return
  hold(
    planDraft,
    key,
    held('cannot-unpublish', 'the platform cannot unpublish a dashboard', {
      what: 'publish',
      units: ['publish'],
    }),
  )
  dropUnits(planDraft, key, (unit) => unit === 'publish')
}

/** Edits on both sides can each be valid and still not fit together. */
function refuseUnsound(planDraft: PlanDraft, key: Key): void {
  const { outcomes } = planDraft
  const outcome = outcomeOf(planDraft, key)
  if (outcome?.kind !== 'write' || !isKind(key, 'workbook')) return
  const [repo, live] = [
    wholeObject(planDraft, 'desired', key)?.dashboard,
    wholeObject(planDraft, 'live', key)?.dashboard,
  ]
  const merged = mergedWorkbook(planDraft, key)?.dashboard
  if (!merged || !repo || !live) return
  const [fresh] = newLayoutFaults(merged, [repo, live])
  if (fresh !== undefined)
    outcomes.set(
      key,
      held('overlap', `the UI edits and the repo’s changes do not fit together: ${fresh.message}`, {
        units: [...outcome.units],
      }),
    )
}

function settlePublishing(planDraft: PlanDraft, key: Key): void {
  const merged = workbookAfter(planDraft, key)
  if (!merged) return
  const changed = writtenUnits(planDraft, key).filter(isOfDashboard)
  const ruling = merged.publish
    ? rulePublishing(planDraft, key, merged, changed)
    : { hold: changed.length > 0 ? missingReport(planDraft, merged) : undefined }
  if ('leave' in ruling) leave(planDraft, key, ruling.leave)
  else if ('publish' in ruling) planDraft.publishing.set(key, ruling.publish)
  else if (ruling.hold?.reason === 'review') awaitReview(planDraft, key, ruling.hold)
  else if (ruling.hold) holdDashboard(planDraft, key, changed, ruling.hold)
}

type Ruling = { readonly hold?: Held | undefined } | { readonly leave: Left } | { readonly publish: Publishing }

function rulePublishing(planDraft: PlanDraft, key: Key, merged: WorkbookSummary, changed: readonly string[]): Ruling {
  const facts = planDraft.inputs.live.facts.get(key)
  const shown = shownReports(merged)
  const snapshots = (facts?.publication?.snapshots ?? []).flatMap((snapshot) => {
    const report = reportOf(snapshot.report)
    return report && shown.includes(report) ? [{ report, snapshot }] : []
  })
  const ours = snapshots.flatMap(({ report, snapshot }) => (viewersLackOurs(planDraft, snapshot) ? [report] : []))
  const takenBack = snapshots.flatMap(({ report, snapshot }) => (isTakenBack(planDraft, snapshot) ? [report] : []))
  const written = shown.filter(
    (report) => viewersWillNotice(outcomeOf(planDraft, report)) && !takenBack.includes(report),
  )
  const unseen = unseenWork(planDraft, key, merged)
  const isOverwriting = planDraft.inputs.shaping.uiEdits === 'overwrite'
  const adopted = isOverwriting ? unseen.edited.filter((report) => isInRepo(planDraft, report)) : []
  const reports = [...new Set([...written, ...ours, ...adopted])].sort()
  const isPending = changed.length > 0 || reports.length > 0

  const work = unpublishedWork(planDraft, key, unseen, isPending)
  if (!isPending) return work ? { leave: work } : {}
  if (work && !isOverwriting) return { hold: held(work.reason, work.message, { waitsFor: work.waitsFor }) }
  const obstacle = reasonToHold(planDraft, merged, shown) ?? runningElsewhere(key, planDraft.inputs)
  if (obstacle) return { hold: obstacle }
  // While a review is awaited, the draft is written all the same.
  if (work) planDraft.replaces.set(key, work.replaces)
  if (facts?.review && !isRetryRequested(planDraft, key))
    return {
      hold: held('review', 'the platform wants a review before this is published', { what: 'publish', units: changed }),
    }
  return { publish: { dashboard: changed.length > 0, reports } }
}

/** The API does not say whether a review is still required, so `--select` for the dashboard tries the publish again. */
const isRetryRequested = ({ inputs }: PlanDraft, key: Key): boolean =>
  inputs.shaping.select.length > 0 && inputs.selected(key)

/** What people have not published yet. An unmanaged report matters only if we are about to publish. */
function unpublishedWork(planDraft: PlanDraft, key: Key, { draft, edited, unmanaged }: UnseenWork, isPending: boolean) {
  const namesOf = (reports: readonly Key[]): string => listed(reports.map((report) => nameOf(planDraft, report)))
  const replaced = edited.filter((report) => !isInRepo(planDraft, report))
  const unmanagedNames = isPending ? unmanaged.map((reference) => unmanagedName(planDraft, reference)) : []
  const replaces: Replaced[] = [
    ...draft.map((unit) => ({ what: 'draft', unit }) as const),
    ...(replaced.length > 0
      ? [{ what: 'edits', reports: replaced.map((each) => nameOf(planDraft, each)) } as const]
      : []),
    ...(unmanagedNames.length > 0 ? [{ what: 'shown', reports: unmanagedNames } as const] : []),
  ]
  const elsewhere = edited.filter((report) => workbookOf(planDraft.compared, report) !== key)
  const waitsFor = elsewhere.length > 0 ? elsewhere : undefined
  if (draft.length > 0) {
    return { reason: 'draft' as const, message: 'has an unpublished draft in progress', replaces, waitsFor }
  }
  if (edited.length > 0) {
    const reason = replaced.length > 0 ? ('edited-report' as const) : ('adopted-edit' as const)
    const unpublished = edited.filter((report) => isUnpublished(planDraft, report))
    const how = unpublished.length > 0 ? 'not published' : 'published with another dashboard, not with this one'
    const message = `${namesOf(edited)} ${edited.length === 1 ? 'was' : 'were'} edited in the UI and ${how}`
    return { reason, message, replaces, waitsFor, edited: unpublished }
  }
  if (unmanagedNames.length === 0) return undefined
  const versions = unmanagedNames.length === 1 ? 'its current version' : 'their current versions'
  const message = `${whoseReports(planDraft, unmanaged)}, and viewers of this dashboard have not seen ${versions}`
  const { owners } = planDraft.inputs.live
  const keys = unmanaged.flatMap((reference) => unmanagedReport(planDraft, reference)?.key ?? [])
  const takeable = keys.filter((key) => !owners.has(key))
  return {
    reason: 'unmanaged-report' as const,
    message,
    replaces,
    waitsFor: takeable.length > 0 ? takeable : undefined,
  }
}

/** Who owns these reports, for they have no file here: another project, or nobody. */
function whoseReports(planDraft: PlanDraft, references: readonly ReportReference[]): string {
  const { owners } = planDraft.inputs.live
  const byOwner = groupBy(references, (reference) => {
    const key = unmanagedReport(planDraft, reference)?.key
    return key && owners.get(key)
  })
  return listed(
    [...byOwner].map(([owner, those]) => {
      const are = those.length === 1 ? 'is' : 'are'
      const names = listed(those.map((reference) => unmanagedName(planDraft, reference)))
      return `${names} ${are} ${owner === undefined ? 'not managed' : `owned by project ${owner}`}`
    }),
  )
}

/** A report without a file: its name if known, else the reference. */
const unmanagedName = (planDraft: PlanDraft, reference: ReportReference): string => {
  const name = unmanagedReport(planDraft, reference)?.name
  return name === undefined ? `the report ${reference}` : `"${name}"`
}

function unmanagedReport({ inputs }: PlanDraft, reference: ReportReference) {
  const { content, publicIds } = inputs.live
  const report = content.reports.find(({ id }) => publicIds.get(reportKey(id)) === publicIdOf(reference))
  return report && { key: reportKey(report.id), name: report.name }
}

/** The edit is in git already; viewers just do not see it yet. */
const isInRepo = (planDraft: PlanDraft, report: Key): boolean => {
  const each = comparisonOf(planDraft, report)
  if (!each?.repo || !isOurs(each) || unitsWith(each, 'live', 'conflict').length > 0) return false
  return unitsWith(each, 'repo').length === 0 || outcomeOf(planDraft, report)?.kind === 'write'
}

function writtenUnits(planDraft: PlanDraft, key: Key): string[] {
  const outcome = outcomeOf(planDraft, key)
  if (outcome?.kind === 'create') return [...(comparisonOf(planDraft, key)?.repo?.keys() ?? [])]
  return outcome?.kind === 'write' ? [...outcome.units] : []
}

/** Writes the rest of the workbook without its dashboard. A new workbook is held as a whole. */
function holdDashboard(planDraft: PlanDraft, key: Key, changed: readonly string[], obstacle: Held): void {
  if (outcomeOf(planDraft, key)?.kind === 'create') {
    planDraft.outcomes.set(key, obstacle)
    return
  }
  hold(planDraft, key, { ...obstacle, what: changed.length > 0 ? 'dashboard' : 'publish', units: changed })
  dropUnits(planDraft, key, isOfDashboard)
}

function dropUnits(planDraft: PlanDraft, key: Key, isDropped: (unit: string) => boolean): void {
  const outcome = outcomeOf(planDraft, key)
  if (outcome?.kind !== 'write') return
  const units = new Set([...outcome.units].filter((unit) => !isDropped(unit)))
  const each = comparisonOf(planDraft, key)
  const rest: Outcome = each && editedUnits(each).length > 0 ? UI_EDIT : UNCHANGED
  planDraft.outcomes.set(key, units.size > 0 ? { ...outcome, units } : rest)
}

/** Writes the draft, so that reviewers see it. If the draft is already written, the dashboard only waits. */
function awaitReview(planDraft: PlanDraft, key: Key, review: Held): void {
  const draft = planDraft.inputs.live.facts.get(key)?.draft
  hold(planDraft, key, review)
  const isWaiting =
    draft !== undefined && canonicalText(draft) === canonicalText(mergedWorkbook(planDraft, key)?.dashboard)
  dropUnits(planDraft, key, (unit) => isOfDashboard(unit) && (isWaiting || !isOfDraft(unit)))
}

const shownReports = ({ references }: WorkbookSummary): Key[] => [
  ...new Set(references.flatMap((reference) => reportOf(reference) ?? [])),
]

function reasonToHold(planDraft: PlanDraft, merged: WorkbookSummary, shown: readonly Key[]): Held | undefined {
  const absent = missingReport(planDraft, merged)
  if (absent) return absent
  const heldReport = shown.find((report) => isHeldForOtherReasons(planDraft, report, merged))
  return heldReport && held('held-report', `it shows ${nameOf(planDraft, heldReport)}, which is held`)
}

/** A report that is only kept from being deleted waits for nothing. */
function isHeldForOtherReasons(planDraft: PlanDraft, report: Key, workbook: WorkbookSummary): boolean {
  const outcome = outcomeOf(planDraft, report)
  return outcome?.kind === 'held' && outcome.what !== 'delete' && !waitsFor(planDraft, report, workbook)
}

/** A report that only waits for this workbook is no reason for the workbook to wait. */
function waitsFor(planDraft: PlanDraft, report: Key, { slug }: WorkbookSummary): boolean {
  const isInside = planDraft.compared.desired.reports.get(report)?.place.workbook === slug
  const outcome = outcomeOf(planDraft, report)
  return isInside && outcome?.kind === 'held' && outcome.reason === 'held-workbook'
}

/**
 * A reference must lead to something that exists or that this plan creates. References that already dangle may stay.
 */
function missingReport(planDraft: PlanDraft, merged: WorkbookSummary): Held | undefined {
  const { compared, inputs } = planDraft
  const before = new Set(compared.live.workbooks.get(workbookKey(merged.slug))?.references)
  const publicIds = new Set([...inputs.live.publicIds.values(), ...inputs.live.outside])
  const absent = merged.references.find((reference) => {
    if (before.has(reference)) return false
    const key = reportOf(reference)
    if (key) return !isThere(planDraft, key) && !waitsFor(planDraft, key, merged)
    return !publicIds.has(publicIdOf(reference) ?? '')
  })
  if (absent === undefined) return undefined
  const key = reportOf(absent)
  const name = absentName(planDraft, absent)
  return key && outcomeOf(planDraft, key)?.kind === 'held'
    ? held('held-report', `it shows ${name}, which is held`)
    : held('absent-report', `it shows ${name}, which is not in this target`, key ? { waitsFor: [key] } : {})
}

const absentName = (planDraft: PlanDraft, reference: ReportReference): string => {
  const key = reportOf(reference)
  return key ? nameOf(planDraft, key) : `a report (${reference})`
}

export const nameOf = ({ compared }: PlanDraft, key: Key): string => {
  const report = compared.desired.reports.get(key) ?? compared.live.reports.get(key)
  return report ? `"${report.name}"` : `a report (id:${idIn(key)})`
}
