import { reports } from '../../api/reports.ts'
import type { Workbook as Wire } from '../../api/workbooks.ts'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import { listWorkbooks, startAsking } from '../lists.ts'
import { reportNumbersIn } from '../map/dashboard.ts'
import { dashboardsOf } from '../map/workbook.ts'
import { changeIn } from './open.ts'
import type { State } from './state.ts'

/** The reports that dashboards show, by number, each with the name of a workbook that shows it. */
export type Uses = ReadonlyMap<number, string>

/**
 * What drafts and published dashboards show at this moment. Workbooks that go too do not count, unless somebody changed
 * them since the plan: then they stay.
 */
export async function usedNow(state: State, leaving: ReadonlySet<Key>): Promise<Uses> {
  const slugs = new Map(
    [...leaving].flatMap((key) => (isKind(key, 'workbook') ? [[state.ids.get(key), idIn(key)] as const] : [])),
  )
  const uses = new Map<number, string>()
  for (const wire of await listWorkbooks(startAsking(state.client, state.deployment, {}))) {
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

/** Whether all that sits in a workbook goes before it does. */
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
