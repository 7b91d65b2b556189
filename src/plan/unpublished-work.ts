import { listed } from '../content/counted.ts'
import { ofKind } from '../content/entity.ts'
import { groupBy } from '../content/group-by.ts'
import type { Key, ReportReference } from '../content/model.ts'
import { publicIdOf } from '../content/references.ts'
import { type DashboardAfter, isAsInRepo, isPending } from './dashboard.ts'
import type { Undecided } from './decided.ts'
import type { Replaced } from './plan-file.ts'
import { homeOf, nameInside } from './titles.ts'
import { isUnpublished } from './unpublished.ts'

/** What people have not published of a dashboard yet. */
export interface UnpublishedWork {
  readonly reason: 'draft' | 'edited-report' | 'adopted-edit' | 'unmanaged-report'
  readonly message: string
  /** What overwriting replaces. */
  readonly replaces: readonly Replaced[]
  /** Reports elsewhere that have to be settled first. */
  readonly waitsFor: readonly Key[]
  /** Reports with edits that nobody has published. */
  readonly edited?: readonly Key[]
}

/** The first of them that there is is told. An unmanaged report matters only if the dashboard is about to be published. */
export function unpublishedWork(dashboard: DashboardAfter): UnpublishedWork | undefined {
  const { draft, edited, unmanaged: all } = dashboard.unseen
  const unmanaged = isPending(dashboard) ? all : []
  const told = tellDraft(dashboard, draft) ?? tellEdited(dashboard, edited) ?? tellUnmanaged(dashboard, unmanaged)
  return told && { ...told, replaces: replacedBy(dashboard, unmanaged) }
}

type Told = Omit<UnpublishedWork, 'replaces'>

/** What a publish replaces of everything that is unpublished, whichever is told. */
function replacedBy({ decided, unseen }: DashboardAfter, unmanaged: readonly ReportReference[]): Replaced[] {
  const edits = unseen.edited.filter((report) => !isAsInRepo(decided, report))
  return [
    ...unseen.draft.map((unit) => ({ what: 'draft', unit }) as const),
    ...named('edits', namesOf(decided, edits)),
    ...named(
      'shown',
      unmanaged.map((reference) => nameOfUnmanaged(decided, reference)),
    ),
  ]
}

const tellDraft = (dashboard: DashboardAfter, draft: readonly string[]): Told | undefined =>
  draft.length === 0
    ? undefined
    : { reason: 'draft', message: 'has an unpublished draft in progress', waitsFor: elsewhere(dashboard) }

function tellEdited(dashboard: DashboardAfter, edited: readonly Key[]): Told | undefined {
  if (edited.length === 0) return undefined
  const { decided } = dashboard
  const unpublished = edited.filter((report) => isUnpublished(decided, report))
  const how = unpublished.length > 0 ? 'not published' : 'published with another dashboard, not with this one'
  const were = edited.length === 1 ? 'was' : 'were'
  return {
    reason: edited.every((report) => isAsInRepo(decided, report)) ? 'adopted-edit' : 'edited-report',
    message: `${listed(namesOf(decided, edited))} ${were} edited in the UI and ${how}`,
    waitsFor: elsewhere(dashboard),
    edited: unpublished,
  }
}

function tellUnmanaged({ decided }: DashboardAfter, unmanaged: readonly ReportReference[]): Told | undefined {
  if (unmanaged.length === 0) return undefined
  const versions = unmanaged.length === 1 ? 'its current version' : 'their current versions'
  const keys = unmanaged.flatMap((reference) => unmanagedReport(decided, reference)?.key ?? [])
  return {
    reason: 'unmanaged-report',
    message: `${whoseReports(decided, unmanaged)}, and viewers of this dashboard have not seen ${versions}`,
    waitsFor: keys.filter((report) => !decided.inputs.live.owners.has(report)),
  }
}

/** Edited reports that belong to another workbook. */
const elsewhere = ({ decided, key, unseen }: DashboardAfter): Key[] =>
  unseen.edited.filter((report) => homeOf(decided.compared, report) !== key)

const namesOf = (decided: Undecided, reports: readonly Key[]): string[] =>
  reports.map((report) => nameInside(decided.compared, report))

const named = (what: 'edits' | 'shown', reports: readonly string[]): Replaced[] =>
  reports.length > 0 ? [{ what, reports: [...reports] }] : []

/** Who owns these reports, for they have no file here: another project, or nobody. */
function whoseReports(sides: Undecided, references: readonly ReportReference[]): string {
  const { owners } = sides.inputs.live
  const byOwner = groupBy(references, (reference) => {
    const key = unmanagedReport(sides, reference)?.key
    return key && owners.get(key)
  })
  return listed(
    [...byOwner].map(([owner, those]) => {
      const are = those.length === 1 ? 'is' : 'are'
      const names = listed(those.map((reference) => nameOfUnmanaged(sides, reference)))
      return `${names} ${are} ${owner === undefined ? 'not managed' : `owned by project ${owner}`}`
    }),
  )
}

/** A report without a file: its name if known, else the reference. */
function nameOfUnmanaged(sides: Undecided, reference: ReportReference): string {
  const name = unmanagedReport(sides, reference)?.name
  return name === undefined ? `the report ${reference}` : `"${name}"`
}

function unmanagedReport({ inputs }: Undecided, reference: ReportReference) {
  const { content, publicIds } = inputs.live
  return ofKind(content, 'report').find(({ key }) => publicIds.get(key) === publicIdOf(reference))
}
