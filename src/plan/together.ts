import { isKind } from '../content/kinds.ts'
import { settleDashboards } from './dashboards.ts'
import { settleHomes } from './homes.ts'
import type { Workings } from './workings.ts'

/**
 * A new workbook whose dashboard is held is not made, so what sits in it waits too, and then the dashboards that show
 * that. What was ruled of dashboards is ruled anew until nothing more is held.
 */
export function settleTogether(workings: Workings): void {
  const { fates, heldParts, lefts, publishing, replaces } = workings
  // The fate of a workbook that stays as it is does not change in here.
  const decided = fates.others().filter(([key]) => isKind(key, 'workbook'))
  for (;;) {
    settleDashboards(workings)
    const before = countHeld(workings)
    settleHomes(workings)
    if (countHeld(workings) === before) return
    for (const [key, fate] of decided) fates.set(key, fate)
    for (const map of [heldParts, lefts, publishing, replaces]) map.clear()
  }
}

const countHeld = ({ fates }: Workings): number => fates.with('held').length
