import { canonicalText } from '../content/digest.ts'
import { isKind } from '../content/kinds.ts'
import { type Key, type ReportReference, reportKey, workbookKey } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import type { WorkbookSummary } from '../content/summary.ts'
import { type Fate, type Held, held, UI_EDIT, UNCHANGED } from './fate.ts'
import { WORKBOOK_HELD } from './homes.ts'
import { freshnessOf } from './progress.ts'
import { unsoundness } from './sound.ts'
import { editedUnits, isOurs, unitsWith } from './survey.ts'
import { workbookOf } from './titles.ts'
import { isOfDashboard, isOfDraft } from './unit-names.ts'
import { type UnseenWork, unseenWork } from './unseen.ts'
import { wholeObject } from './whole.ts'
import {
  caseOf,
  fateOf,
  hold,
  type Left,
  leave,
  mergedWorkbook,
  type Publishing,
  type Workings,
  workbookAfter,
} from './workings.ts'

/**
 * Dashboards: what is published, and what is in the way of that. A person's draft is never published, nor a report that
 * somebody edited and did not publish; what is held of a report holds the dashboards that show it.
 */
export function settleDashboards(workings: Workings): void {
  for (const key of workings.surveyed.desired.workbooks.keys()) {
    const each = caseOf(workings, key)
    const fate = fateOf(workings, key)
    if (!each || (!isOurs(each) && fate?.kind !== 'create')) continue
    if (fate?.kind === 'held' || (fate?.kind === 'left' && fate.reason === 'older-branch')) continue
    refuseUnpublishing(workings, key)
    refuseUnsound(workings, key)
    if (fateOf(workings, key)?.kind !== 'held') settlePublishing(workings, key)
  }
}

/** There is no call for it. */
function refuseUnpublishing(workings: Workings, key: Key): void {
  const fate = fateOf(workings, key)
  const isPublished = workings.surveyed.live.workbooks.get(key)?.publish === true
  if (fate?.kind !== 'write' || !isPublished || !fate.units.has('publish')) return
  hold(
    workings,
    key,
    held('cannot-unpublish', 'the platform has no call that takes a dashboard back from its viewers', {
      what: 'publish',
      units: ['publish'],
    }),
  )
  dropUnits(workings, key, (unit) => unit === 'publish')
}

/** Edits of both sides may each be right and not fit together. */
function refuseUnsound(workings: Workings, key: Key): void {
  const { fates } = workings
  const fate = fateOf(workings, key)
  if (fate?.kind !== 'write' || !isKind(key, 'workbook')) return
  const [repo, live] = [wholeObject(workings, 'desired', key)?.dashboard, wholeObject(workings, 'live', key)?.dashboard]
  const merged = mergedWorkbook(workings, key)?.dashboard
  if (!merged || !repo || !live) return
  const known = new Set([...unsoundness(repo), ...unsoundness(live)])
  const fresh = unsoundness(merged).find((problem) => !known.has(problem))
  if (fresh !== undefined)
    fates.set(
      key,
      held('overlap', `the UI edits and the repo’s changes do not fit together: ${fresh}`, { units: [...fate.units] }),
    )
}

function settlePublishing(workings: Workings, key: Key): void {
  const merged = workbookAfter(workings, key)
  if (!merged) return
  const changed = writtenUnits(workings, key).filter(isOfDashboard)
  const ruling = merged.publish
    ? rulePublishing(workings, key, merged, changed)
    : { hold: changed.length > 0 ? absentAmong(workings, merged) : undefined }
  if ('leave' in ruling) leave(workings, key, ruling.leave)
  else if ('publish' in ruling) workings.publishing.set(key, ruling.publish)
  else if (ruling.hold?.reason === 'review') awaitReview(workings, key, ruling.hold)
  else if (ruling.hold) holdDashboard(workings, key, changed, ruling.hold)
}

type Ruling = { readonly hold?: Held | undefined } | { readonly leave: Left } | { readonly publish: Publishing }

function rulePublishing(workings: Workings, key: Key, merged: WorkbookSummary, changed: readonly string[]): Ruling {
  const facts = workings.inputs.live.facts.get(key)
  const shown = shownReports(merged)
  const ours = (facts?.publication?.snapshots ?? []).flatMap((snapshot) => {
    const report = reportOf(snapshot.report)
    return report && shown.includes(report) && freshnessOf(workings, snapshot) === 'ours' ? [report] : []
  })
  const written = shown.filter((report) => ['create', 'write'].includes(fateOf(workings, report)?.kind ?? ''))
  const unseen = unseenWork(workings, key, merged)
  const isOverwriting = workings.inputs.shaping.uiEdits === 'overwrite'
  const adopted = isOverwriting ? unseen.edited.filter((report) => isInRepo(workings, report)) : []
  const reports = [...new Set([...written, ...ours, ...adopted])].sort()
  const isPending = changed.length > 0 || reports.length > 0

  const work = peoplesWork(workings, key, unseen, isPending)
  if (work && !isOverwriting) {
    return isPending ? { hold: held(work.reason, work.message, { waitsFor: work.waitsFor }) } : { leave: work }
  }
  if (!isPending) return {}
  if (work) workings.replaces.set(key, work.replaces)
  const obstacle = obstacleAmong(workings, merged, shown)
  if (obstacle) return { hold: obstacle }
  if (facts?.review)
    return {
      hold: held('review', 'the platform wants a review before this is published', { what: 'publish', units: changed }),
    }
  return { publish: { dashboard: changed.length > 0, reports } }
}

/** What people did and did not publish yet. A report that is not managed is in the way of a publish, and of nothing else. */
function peoplesWork(workings: Workings, key: Key, { draft, edited, unmanaged }: UnseenWork, isPending: boolean) {
  const namesOf = (reports: readonly Key[]): string => reports.map((report) => nameOf(workings, report)).join(', ')
  const replaced = edited.filter((report) => !isInRepo(workings, report))
  const strangers = isPending ? unmanaged.map((reference) => strangerName(workings, reference)) : []
  const replaces = [
    ...draft.map((unit) => `unpublished draft: ${unit}`),
    ...(replaced.length > 0 ? [`unpublished edits of ${namesOf(replaced)}`] : []),
    ...(strangers.length > 0 ? [`what viewers see of ${strangers.join(', ')}, with its current version`] : []),
  ]
  const elsewhere = edited.filter((report) => workbookOf(workings.surveyed, report) !== key)
  const waitsFor = elsewhere.length > 0 ? elsewhere : undefined
  if (draft.length > 0) {
    return { reason: 'draft' as const, message: 'has an unpublished draft in progress', replaces, waitsFor }
  }
  if (edited.length > 0) {
    const reason = replaced.length > 0 ? ('edited-report' as const) : ('adopted-edit' as const)
    return { reason, message: `${namesOf(edited)} was edited in the UI and not published`, replaces, waitsFor }
  }
  if (strangers.length === 0) return undefined
  const message = `${strangers.join(', ')} is not managed, and viewers of this dashboard have not seen its current version`
  const keys = unmanaged.flatMap((reference) => strangerIn(workings, reference)?.key ?? [])
  return { reason: 'unmanaged-report' as const, message, replaces, waitsFor: keys.length > 0 ? keys : undefined }
}

/** A report that no file declares, by the name that people know where that is known. */
const strangerName = (workings: Workings, reference: ReportReference): string => {
  const name = strangerIn(workings, reference)?.name
  return name === undefined ? `the report ${reference}` : `"${name}"`
}

function strangerIn({ inputs }: Workings, reference: ReportReference) {
  const report = inputs.live.content.reports.find(
    ({ id }) => `id:${inputs.live.publicIds.get(reportKey(id))}` === reference,
  )
  return report && { key: reportKey(report.id), name: report.name }
}

/** Taken over into git, and shown to no viewer yet. */
const isInRepo = (workings: Workings, report: Key): boolean => {
  const each = caseOf(workings, report)
  if (!each?.repo || !isOurs(each) || unitsWith(each, 'live', 'conflict').length > 0) return false
  return unitsWith(each, 'repo').length === 0 || fateOf(workings, report)?.kind === 'write'
}

function writtenUnits(workings: Workings, key: Key): string[] {
  const fate = fateOf(workings, key)
  if (fate?.kind === 'create') return [...(caseOf(workings, key)?.repo?.keys() ?? [])]
  return fate?.kind === 'write' ? [...fate.units] : []
}

/** The rest of the workbook is written without its dashboard. A new one is made without it. */
function holdDashboard(workings: Workings, key: Key, changed: readonly string[], obstacle: Held): void {
  if (fateOf(workings, key)?.kind === 'create') {
    workings.fates.set(key, obstacle)
    return
  }
  hold(workings, key, { ...obstacle, what: changed.length > 0 ? 'dashboard' : 'publish', units: changed })
  dropUnits(workings, key, isOfDashboard)
}

function dropUnits(workings: Workings, key: Key, isDropped: (unit: string) => boolean): void {
  const fate = fateOf(workings, key)
  if (fate?.kind !== 'write') return
  const units = new Set([...fate.units].filter((unit) => !isDropped(unit)))
  const each = caseOf(workings, key)
  const rest: Fate = each && editedUnits(each).length > 0 ? UI_EDIT : UNCHANGED
  workings.fates.set(key, units.size > 0 ? { ...fate, units } : rest)
}

/** The draft is written and shown to whoever reviews it. Written already, it only waits. */
function awaitReview(workings: Workings, key: Key, review: Held): void {
  const draft = workings.inputs.live.facts.get(key)?.draft
  hold(workings, key, review)
  const isWaiting =
    draft !== undefined && canonicalText(draft) === canonicalText(mergedWorkbook(workings, key)?.dashboard)
  dropUnits(workings, key, (unit) => isOfDashboard(unit) && (isWaiting || !isOfDraft(unit)))
}

const shownReports = ({ references }: WorkbookSummary): Key[] => [
  ...new Set(references.flatMap((reference) => reportOf(reference) ?? [])),
]

function obstacleAmong(workings: Workings, merged: WorkbookSummary, shown: readonly Key[]): Held | undefined {
  const absent = absentAmong(workings, merged)
  if (absent) return absent
  const heldReport = shown.find((report) => isHeldByItself(workings, report, merged))
  return heldReport && held('held-report', `it shows ${nameOf(workings, heldReport)}, which is held`)
}

const isHeldByItself = (workings: Workings, report: Key, workbook: WorkbookSummary): boolean =>
  fateOf(workings, report)?.kind === 'held' && !waitsFor(workings, report, workbook)

/** A report that only waits for this very workbook is no reason to wait for it. */
function waitsFor(workings: Workings, report: Key, { slug }: WorkbookSummary): boolean {
  const isInside = workings.surveyed.desired.reports.get(report)?.place.workbook === slug
  const fate = fateOf(workings, report)
  return isInside && fate?.kind === 'held' && fate.message === WORKBOOK_HELD
}

const isThere = (workings: Workings, report: Key): boolean =>
  caseOf(workings, report)?.live !== undefined || fateOf(workings, report)?.kind === 'create'

/** A reference has to lead to something that is there, or that this plan makes. What dangles already may stay. */
function absentAmong(workings: Workings, merged: WorkbookSummary): Held | undefined {
  const { surveyed, inputs } = workings
  const before = new Set(surveyed.live.workbooks.get(workbookKey(merged.slug))?.references)
  const publicIds = new Set([...inputs.live.publicIds.values(), ...inputs.live.outside])
  const absent = merged.references.find((reference) => {
    if (before.has(reference)) return false
    const key = reportOf(reference)
    if (key) return !isThere(workings, key) && !waitsFor(workings, key, merged)
    return !reference.startsWith('id:') || !publicIds.has(reference.slice('id:'.length))
  })
  return absent === undefined
    ? undefined
    : held('held-report', `it shows ${absentName(workings, absent)}, which is not in this target`)
}

const absentName = (workings: Workings, reference: ReportReference): string => {
  const key = reportOf(reference)
  return key ? nameOf(workings, key) : `a report (${reference})`
}

export const nameOf = ({ surveyed }: Workings, key: Key): string => {
  const report = surveyed.desired.reports.get(key) ?? surveyed.live.reports.get(key)
  return `"${report?.name ?? key}"`
}
