import type { Entity } from '../content/entity.ts'
import type { Key } from '../content/kinds.ts'
import type { ReportReference } from '../content/model.ts'
import { publicIdOf, reportOf } from '../content/references.ts'
import { type DashboardAfter, shownReports } from './dashboard.ts'
import { type Decided, isThereAfter, outcomeOf } from './decided.ts'
import { type Held, held } from './outcome.ts'
import { nameInside } from './titles.ts'

/**
 * A reference must lead to something that exists or that this plan creates. Whatever live refers to already may stay,
 * even if it leads nowhere.
 */
export function showsAbsent({ decided, after }: DashboardAfter): Held<'absent-report' | 'held-report'> | undefined {
  const { compared, inputs } = decided
  const before = new Set(compared.live.get(after.key)?.references)
  const publicIds = new Set([...inputs.live.publicIds.values(), ...inputs.live.outside])
  const absent = after.references.find((reference) => {
    if (before.has(reference)) return false
    const key = reportOf(reference)
    if (key) return !isThereAfter(decided, key) && !waitsForItself(decided, key, after)
    return !publicIds.has(publicIdOf(reference) ?? '')
  })
  if (absent === undefined) return undefined
  const key = reportOf(absent)
  return key && outcomeOf(decided, key)?.kind === 'held'
    ? heldWith(decided, key)
    : held('absent-report', `it shows ${nameOf(decided, absent)}, which is not in this target`, {
        waitsFor: key ? [key] : [],
      })
}

/**
 * A dashboard is not published while it shows a report that is held. One that is only kept from being deleted holds
 * nothing else.
 */
export function showsHeld({ decided, after }: DashboardAfter): Held<'held-report'> | undefined {
  const report = after.own.publish
    ? shownReports(after).find((each) => {
        const outcome = outcomeOf(decided, each)
        return outcome?.kind === 'held' && outcome.what !== 'delete' && !waitsForItself(decided, each, after)
      })
    : undefined
  return report && heldWith(decided, report)
}

const heldWith = ({ compared }: Decided, report: Key): Held<'held-report'> =>
  held('held-report', `it shows ${nameInside(compared, report)}, which is held`)

/** A report that only waits for this workbook is no reason for the workbook to wait. */
function waitsForItself(decided: Decided, report: Key, { own }: Entity<'workbook'>): boolean {
  const isInside = decided.compared.desired.get(report)?.place.workbook === own.slug
  const outcome = outcomeOf(decided, report)
  return isInside && outcome?.kind === 'held' && outcome.reason === 'held-workbook'
}

const nameOf = ({ compared }: Decided, reference: ReportReference): string => {
  const key = reportOf(reference)
  return key ? nameInside(compared, key) : `a report (${reference})`
}
