import { shared } from '@boardwright/common'
import { reports, type Workbook as Wire } from '@boardwright/platform'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import { listWorkbooks, startAsking } from '../lists.ts'
import { reportNumbersIn } from '../map/dashboard.ts'
import { dashboardsOf } from '../map/workbook.ts'
import { wholeRow } from '../rows/known.ts'
import { changeIn } from './open.ts'
import type { WriteState } from './state.ts'

/** The workbooks that show each report right now, by its number. */
export type ShowingWorkbooks = ReadonlyMap<number, readonly Wire[]>

/**
 * What drafts and published dashboards show right now. No call tells that of one report, so this reads all workbooks;
 * deletes that start together share what was read.
 */
export function lookingAtUses(state: WriteState): () => Promise<ShowingWorkbooks> {
  const look = shared(() => showing(state))
  return () => look(undefined)
}

/** The name of a dashboard that shows the report and stays. */
export async function userOf(
  state: WriteState,
  shown: ShowingWorkbooks,
  report: number,
  leaving: ReadonlySet<Key>,
): Promise<string | undefined> {
  for (const wire of shown.get(report) ?? []) if (!(await isLeaving(state, wire, leaving))) return wire.name
  return undefined
}

/** Reports that this run deleted and that a dashboard shows now, each with its name. */
export async function shownSince(
  state: WriteState,
  shown: ShowingWorkbooks,
  leaving: ReadonlySet<Key>,
): Promise<Map<Key, string>> {
  const found = new Map<Key, string>()
  for (const [key, number] of state.deleted) {
    const where = isKind(key, 'report') ? await userOf(state, shown, number, leaving) : undefined
    if (where !== undefined) found.set(key, where)
  }
  return found
}

async function showing(state: WriteState): Promise<ShowingWorkbooks> {
  const { client, deployment, seen } = state
  const folders = new Set(seen.folderPaths.keys())
  const byReport = new Map<number, Wire[]>()
  for (const row of await listWorkbooks({ ...startAsking(client, deployment, {}), knownFolders: folders })) {
    const wire = wholeRow<'workbook'>(row)
    const { draft, published } = dashboardsOf(wire)
    const shown = [draft, published].flatMap((each) => (each ? [...reportNumbersIn(each)] : []))
    for (const id of new Set(shown)) byReport.set(id, [...(byReport.get(id) ?? []), wire])
  }
  return byReport
}

/**
 * Whether this run deletes the workbook: not if somebody changed it since the plan, or put a report into it, because
 * then it stays.
 */
async function isLeaving(state: WriteState, wire: Wire, leaving: ReadonlySet<Key>): Promise<boolean> {
  const { client, path, ids } = state
  const key = [...leaving].find((each) => isKind(each, 'workbook') && ids.get(each) === wire.id)
  if (key === undefined || changeIn(state, idIn(key), wire) !== undefined) return false
  const numbers = new Set([...leaving].flatMap((each) => (isKind(each, 'report') ? (ids.get(each) ?? []) : [])))
  const query = { first: 1000, workbookId: wire.id }
  for await (const row of client.items(reports.endpoints.getReports, { path, query })) {
    if (!numbers.has(row.id)) return false
  }
  return true
}
