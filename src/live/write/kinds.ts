import { BoardwrightError } from '@boardwright/common'
import { reports } from '@boardwright/platform'
import type { RecordText } from '../../base/entries.ts'
import { CONTENT_KINDS, type ContentKind, idIn, isKind, type Key, kindOf } from '../../content/kinds.ts'
import type { Objects } from '../../content/model.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { unitsOfReport } from '../../content/units.ts'
import { readReport } from '../lists.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { toReport } from '../map/report.ts'
import { createAttribute, updateAttribute } from './attributes.ts'
import type { Deletion, Remove } from './deletion.ts'
import { createFolder, ignoreGone, isFolderGone, removeFolder, updateFolder } from './folders.ts'
import { createGroup, isGroupGone, removeGroup, updateGroup } from './groups.ts'
import { createNotification, isNotificationGone, removeNotification, updateNotification } from './notifications.ts'
import { changedUnder, openAgain, openSeen, requireSame } from './open.ts'
import { isError } from './repeat.ts'
import { createReport, recordReport, updateReport } from './reports.ts'
import { createRole, updateRole } from './roles.ts'
import type { WriteState } from './state.ts'
import { createTenantGroup, isTenantGroupGone, removeTenantGroup, updateTenantGroup } from './tenant-groups.ts'
import { userOf } from './uses.ts'
import { changeWorkbook, createWorkbook, recordWorkbook } from './workbooks.ts'

/** Deletes a report, unless somebody has put it on a dashboard since the plan. */
const removeReport: Remove<'report'> = async (state, key, { lookAtUses, leaving }) => {
  const { client, path } = state
  const reportId = state.numberOf(key)
  const where = await userOf(state, await lookAtUses(), reportId, leaving)
  if (where !== undefined) throw changedUnder(key, `"${where}" shows it`)
  const fresh = await lookUp(() => readReport(client, path, reportId))
  if (fresh === 'gone') return
  if (isAbsence(fresh)) throw changedUnder(key, 'it can no longer be seen')
  const id = idIn(key)
  const before = state.seenReport(id)
  const place = state.placeOf(fresh)
  if (!place) throw changedUnder(key, 'it was moved')
  const now = toReport(fresh, { id, place })
  requireSame(key, before && unitsOfReport(before), unitsOfReport(now))
  await ignoreGone(() => client.reports.deleteReport({ path: { ...path, reportId } }))
}

/** Deletes a workbook that has no reports left. Some platforms would delete its reports with it. */
const removeWorkbook: Remove<'workbook'> = async (state, key) => {
  const { client, path } = state
  const workbookId = state.numberOf(key)
  const slug = idIn(key)
  for await (const { name } of client.items(reports.endpoints.getReports, { path, query: { first: 1, workbookId } })) {
    throw changedUnder(key, `the report "${name}" is in it`)
  }
  try {
    await (state.opened.has(workbookId) ? openAgain(state, slug) : openSeen(state, slug))
  } catch (cause) {
    if (isError(cause, 'CONFLICT') && (await isWorkbookGone(state, workbookId))) return
    throw cause
  }
  await ignoreGone(() => client.workbooks.deleteWorkbook({ path: { ...path, workbookId } }))
}

const isWorkbookGone = async ({ client, path }: WriteState, workbookId: number): Promise<boolean> =>
  isAbsence(await lookUp(() => client.workbooks.getWorkbook({ path: { ...path, workbookId } })))

const isReportGone = async ({ client, path }: WriteState, reportId: number): Promise<boolean> =>
  isAbsence(await lookUp(() => readReport(client, path, reportId)))

/**
 * How to write objects of one kind. Each call checks that its object is still what the plan saw, and is safe to repeat.
 */
export interface WriteRules<K extends ContentKind, T = Objects[K]> {
  readonly create: (state: WriteState, wanted: T, record: RecordText) => Promise<UnitDigests>
  readonly update: (state: WriteState, wanted: T, units: readonly string[], record: RecordText) => Promise<UnitDigests>
  readonly remove: Remove<K>
  readonly isGone: (state: WriteState, id: number, key: Key<K>) => Promise<boolean>
  /** Writes only the ledger; for kinds that carry one. */
  readonly record?: (state: WriteState, id: string, record: RecordText) => Promise<void>
}

/** For kinds of which no answer says how the platform stored them. */
const untold =
  <Given extends unknown[]>(write: (...given: Given) => Promise<void>) =>
  async (...given: Given): Promise<UnitDigests> => {
    await write(...given)
    return new Map()
  }

const refuse = async (): Promise<never> => {
  throw new Error('a plan has something that is never written or deleted')
}
const NEVER_DELETED = { remove: refuse, isGone: async () => false }
const NEVER_WRITTEN = { ...NEVER_DELETED, create: refuse, update: refuse }

/** Data-model files are written with their branch. */
const WRITE_RULES: { readonly [K in ContentKind]: WriteRules<K> } = {
  folder: {
    ...{ create: untold(createFolder), update: untold(updateFolder) },
    remove: removeFolder,
    isGone: isFolderGone,
  },
  workbook: {
    ...{ create: createWorkbook, update: changeWorkbook, record: recordWorkbook },
    ...{ remove: removeWorkbook, isGone: isWorkbookGone },
  },
  report: {
    ...{ create: createReport, update: updateReport, record: recordReport },
    ...{ remove: removeReport, isGone: isReportGone },
  },
  notification: {
    ...{ create: createNotification, update: updateNotification },
    ...{ remove: removeNotification, isGone: isNotificationGone },
  },
  group: {
    ...{ create: untold(createGroup), update: untold(updateGroup) },
    remove: removeGroup,
    isGone: isGroupGone,
  },
  attribute: { create: untold(createAttribute), update: untold(updateAttribute), ...NEVER_DELETED },
  role: { create: untold(createRole), update: untold(updateRole), ...NEVER_DELETED },
  settings: NEVER_WRITTEN,
  tenantGroup: {
    ...{ create: untold(createTenantGroup), update: untold(updateTenantGroup) },
    remove: removeTenantGroup,
    isGone: isTenantGroupGone,
  },
}

export const writeRules = <K extends ContentKind>(kind: K): WriteRules<K> => WRITE_RULES[kind]

/**
 * Deletes an object if it is still what the plan saw, and checks that it is gone, because the platform's answer does
 * not prove that.
 */
export async function remove(state: WriteState, key: Key, deletion: Deletion): Promise<void> {
  if (isKind(key, ...CONTENT_KINDS)) {
    const rules = writeRules(kindOf(key))
    await rules.remove(state, key, deletion)
    if (!(await rules.isGone(state, state.numberOf(key), key))) throw new BoardwrightError('SERVER_FAILED', KEPT(key))
  }
  const number = state.ids.get(key)
  if (number !== undefined) state.deleted.set(key, number)
  state.ids.delete(key)
}

const KEPT = (key: Key): string => `${key} still exists, although the platform answered that it was deleted`

export async function writeRecordOf(state: WriteState, key: Key, record: RecordText): Promise<void> {
  if (isKind(key, ...CONTENT_KINDS)) await writeRules(kindOf(key)).record?.(state, idIn(key), record)
}
