import { isOurs, unitsWith } from '../compare/comparison.ts'
import type { Entity } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import { reportOf } from '../content/references.ts'
import { isOfDashboard } from '../content/units.ts'
import { accepts } from './accept.ts'
import { comparisonOf, type Decided, entityAfter, outcomeOf } from './decided.ts'
import { putsBackWhatIsSeen, viewersLackOurWrite, viewersWillNotice } from './freshness.ts'
import type { Outcome } from './outcome.ts'
import { type UnseenWork, unseenWork } from './unseen.ts'

/** A dashboard as a plan would write and publish it, given what is decided about everything else. */
export interface DashboardAfter {
  readonly decided: Decided
  readonly key: Key<'workbook'>
  readonly outcome: Outcome
  readonly after: Entity<'workbook'>
  /** The units that are written and that only a publish shows to viewers. */
  readonly changed: readonly string[]
  /** The reports of which viewers get another version. */
  readonly reports: readonly Key[]
  /** What a publish would show although nobody has published it. */
  readonly unseen: UnseenWork
}

export function dashboardOf(decided: Decided, key: Key<'workbook'>, outcome: Outcome): DashboardAfter | undefined {
  const after = entityAfter(decided, key, outcome)
  if (!after) return undefined
  const changed = writtenUnits(decided, key, outcome).filter(isOfDashboard)
  const unseen = after.own.publish ? unseenWork(decided, key, outcome, after) : NOTHING_UNSEEN
  const reports = after.own.publish ? reportsToShow(decided, key, after, unseen) : []
  return { decided, key, outcome, after, changed, reports, unseen }
}

const NOTHING_UNSEEN: UnseenWork = { draft: [], edited: [], unmanaged: [] }

export const isPending = ({ changed, reports }: DashboardAfter): boolean => changed.length > 0 || reports.length > 0

export const isOverwriting = ({ inputs }: Decided): boolean => accepts(inputs.shaping, 'ui-edits')

function writtenUnits(decided: Decided, key: Key, outcome: Outcome): string[] {
  if (outcome.kind === 'create') return [...(comparisonOf(decided, key)?.repo?.keys() ?? [])]
  return outcome.kind === 'write' ? [...outcome.units] : []
}

function reportsToShow(decided: Decided, key: Key, after: Entity<'workbook'>, unseen: UnseenWork): Key[] {
  const shown = shownReports(after)
  const snapshots = (decided.inputs.live.facts.get(key)?.publication?.snapshots ?? []).flatMap((snapshot) => {
    const report = reportOf(snapshot.report)
    return report && shown.includes(report) ? [{ report, snapshot }] : []
  })
  const ours = snapshots.flatMap(({ report, snapshot }) => (viewersLackOurWrite(decided, snapshot) ? [report] : []))
  const putBack: readonly Key[] = snapshots.flatMap(({ report, snapshot }) =>
    putsBackWhatIsSeen(decided, snapshot) ? [report] : [],
  )
  const written = shown.filter((report) => viewersWillNotice(outcomeOf(decided, report)) && !putBack.includes(report))
  const adopted = isOverwriting(decided) ? unseen.edited.filter((report) => isAsInRepo(decided, report)) : []
  return [...new Set<Key>([...written, ...ours, ...adopted])].sort()
}

export const shownReports = ({ references }: Entity<'workbook'>): Key[] =>
  references.flatMap((reference) => reportOf(reference) ?? [])

/** The edit is in git already; viewers just do not see it yet. */
export const isAsInRepo = (decided: Decided, report: Key): boolean => {
  const each = comparisonOf(decided, report)
  if (!each?.repo || !isOurs(each) || unitsWith(each, 'live', 'conflict').length > 0) return false
  return unitsWith(each, 'repo').length === 0 || outcomeOf(decided, report)?.kind === 'write'
}
