import { reports } from '../../api/reports.ts'
import { idIn, type Key } from '../../content/kinds.ts'
import { unitsOfReport } from '../../content/units.ts'
import { readReport } from '../lists.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { toReport } from '../map/report.ts'
import { changedSince, requireSame } from './fence.ts'
import { ignoreGone } from './folders.ts'
import { openAgain, openSeen } from './open.ts'
import { isError } from './repeat.ts'
import type { State } from './state.ts'
import type { Uses } from './uses.ts'

/** Deletes a report, unless somebody has put it on a dashboard since the plan. */
export async function removeReport(state: State, key: Key<'report'>, lookAtUses: () => Promise<Uses>): Promise<void> {
  const { client, path } = state
  const reportId = state.require(key)
  const fresh = await lookUp(() => readReport(client, path, reportId))
  if (fresh === 'gone') return
  if (isAbsence(fresh)) throw changedSince(key, 'it can no longer be seen')
  const id = idIn(key)
  const before = state.seenReport(id)
  const place = state.placeOf(fresh)
  if (!place) throw changedSince(key, 'it was moved')
  const now = toReport(fresh, { id, place })
  requireSame(key, before && unitsOfReport(before), unitsOfReport(now))
  const where = (await lookAtUses()).get(reportId)
  if (where !== undefined) throw changedSince(key, `"${where}" shows it`)
  await ignoreGone(() => client.reports.deleteReport({ path: { ...path, reportId } }))
}

/** Deletes a workbook that has no reports left. Some platforms would delete its reports with it. */
export async function removeWorkbook(state: State, key: Key<'workbook'>): Promise<void> {
  const { client, path } = state
  const workbookId = state.require(key)
  const slug = idIn(key)
  try {
    await (state.opened.has(workbookId) ? openAgain(state, slug) : openSeen(state, slug))
  } catch (cause) {
    if (isError(cause, 'CONFLICT') && (await isWorkbookGone(state, workbookId))) return
    throw cause
  }
  for await (const { name } of client.items(reports.endpoints.getReports, { path, query: { first: 1, workbookId } })) {
    throw changedSince(key, `the report "${name}" is in it`)
  }
  await ignoreGone(() => client.workbooks.deleteWorkbook({ path: { ...path, workbookId } }))
}

export const isWorkbookGone = async ({ client, path }: State, workbookId: number): Promise<boolean> =>
  isAbsence(await lookUp(() => client.workbooks.getWorkbook({ path: { ...path, workbookId } })))

export const isReportGone = async ({ client, path }: State, reportId: number): Promise<boolean> =>
  isAbsence(await lookUp(() => readReport(client, path, reportId)))
