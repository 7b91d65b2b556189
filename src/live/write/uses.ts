import { reports } from '../../api/reports.ts'
import type { Workbook as Wire } from '../../api/workbooks.ts'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import { listWorkbooks, startAsking } from '../lists.ts'
import { reportNumbersIn } from '../map/dashboard.ts'
import { dashboardsOf } from '../map/workbook.ts'
import { wholeRow } from '../rows/known.ts'
import { changeIn } from './open.ts'
import type { State } from './state.ts'

/** The reports that dashboards show, by number, each with the name of one such workbook. */
export type Uses = ReadonlyMap<number, string>

/**
 * What drafts and published dashboards show right now. Workbooks that this run deletes do not count, unless somebody
 * changed them since the plan, because those stay.
 */
export async function usedNow(state: State, leaving: ReadonlySet<Key>): Promise<Uses> {
  const slugs = new Map(
    [...leaving].flatMap((key) => (isKind(key, 'workbook') ? [[state.ids.get(key), idIn(key)] as const] : [])),
  )
  const uses = new Map<number, string>()
  for (const row of await listWorkbooks(startAsking(state.client, state.deployment, {}))) {
    const wire = wholeRow<'workbook'>(row)
    const slug = slugs.get(wire.id)
    const goes = slug !== undefined && changeIn(state, slug, wire) === undefined
    if (goes && (await isEmptied(state, wire, leaving))) continue
    const { draft, published } = dashboardsOf(wire)
    for (const shown of [draft, published]) {
      for (const id of shown ? reportNumbersIn(shown) : []) uses.set(id, wire.name)
    }
  }
  return uses
}

/** Whether this run deletes every report in the workbook, too. */
async function isEmptied({ client, path, ids }: State, { id }: Wire, leaving: ReadonlySet<Key>): Promise<boolean> {
  const numbers = new Set([...leaving].flatMap((key) => (isKind(key, 'report') ? (ids.get(key) ?? []) : [])))
  for await (const row of client.items(reports.endpoints.getReports, {
    path,
    query: { first: 1000, workbookId: id },
  })) {
    if (!numbers.has(row.id)) return false
  }
  return true
}
