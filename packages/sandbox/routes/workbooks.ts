import { objectOf, stringifyJson } from '@boardwright/common'
import { type Api, REVIEW_REQUIRED } from '@boardwright/platform'
import { requireAuthor } from '../http/auth.ts'
import { listAnswer, readPage } from '../http/paging.ts'
import { badRequest, forbidden, notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Caller, Platform } from '../platform.ts'
import { type Level, readAccess, requireLevel } from '../store/access.ts'
import { readConfig, requireReports, storedConfig } from '../store/dashboard-config.ts'
import { findDashboard, publish, toDashboard } from '../store/dashboards.ts'
import { duplicateWorkbook } from '../store/duplicate.ts'
import { duplicateShared } from '../store/embed/duplicate-shared.ts'
import { changeEmbedAccess, toEmbedAccess } from '../store/embed-access.ts'
import { findFolder } from '../store/folders.ts'
import { updateRow } from '../store/rows.ts'
import {
  createWorkbook,
  draftOf,
  draftToStore,
  findBySlug,
  findWorkbook,
  normalSlug,
  removeWorkbook,
  storeWorkbook,
  toWorkbook,
  updateWorkbook,
  type WorkbookRow,
} from '../store/workbooks.ts'

interface Place {
  readonly deploymentId: number
  readonly workbookId: number
}

/** The workbook, if the caller has this much access to it. */
function reach(platform: Platform, caller: Caller, { deploymentId, workbookId }: Place, needed: Level): WorkbookRow {
  const row = findWorkbook(platform.db, deploymentId, workbookId)
  requireLevel(readAccess(platform, caller, deploymentId), 'WORKBOOK', row.id, needed)
  return row
}

/** A change needs edit; a move needs manage, and edit on the target folder. */
function requireChange(
  platform: Platform,
  caller: Caller,
  row: WorkbookRow,
  folderId: number | null | undefined,
): void {
  const access = readAccess(platform, caller, row.deployment_id)
  requireLevel(access, 'WORKBOOK', row.id, folderId === undefined ? 'edit' : 'manage')
  if (folderId != null) requireLevel(access, 'FOLDER', findFolder(platform.db, row.deployment_id, folderId).id, 'edit')
}

/** Taking a slug changes the workbook that holds it, so it needs edit on that one too. */
function requireHolder(platform: Platform, caller: Caller, row: WorkbookRow, slug: string): void {
  const holder = findBySlug(platform.db, row.deployment_id, slug)
  const level = holder && readAccess(platform, caller, row.deployment_id).levelOf('WORKBOOK', holder.id)
  if (level === 'none' || level === 'read')
    throw forbidden('this needs edit access to the workbook that holds the slug')
}

/** Creating needs the role of an author, and edit on the target folder. */
function requireCreate(
  platform: Platform,
  caller: Caller,
  deploymentId: number,
  folderId: number | null | undefined,
): void {
  requireAuthor(caller)
  if (folderId == null) return
  const access = readAccess(platform, caller, deploymentId)
  requireLevel(access, 'FOLDER', findFolder(platform.db, deploymentId, folderId).id, 'edit')
}

export const workbooks: Routes<Api['workbooks']> = {
  getWorkbooks({ platform, caller, path: { deploymentId }, query }) {
    const { db, switches } = platform
    const visible = readAccess(platform, caller, deploymentId).visibleOnly('WORKBOOK')
    const anywhere = query.folderId == null && switches.workbooksList === 'all'
    const page = readPage<WorkbookRow>(
      db,
      switches,
      {
        from: 'workbooks t',
        where: `t.deployment_id = ?${anywhere ? '' : ' and t.folder_id is ?'} and ${visible.where}`,
        values: [deploymentId, ...(anywhere ? [] : [query.folderId || null]), ...visible.values],
        orderBy: 't.id',
      },
      query,
    )
    const items = page.rows.map((row) => toWorkbook(platform, row, switches.listRows))
    return listAnswer(items, page.pageInfo, page.count)
  },

  createWorkbook({ platform, caller, path: { deploymentId }, body }) {
    requireCreate(platform, caller, deploymentId, body.folderId)
    return toWorkbook(platform, createWorkbook(platform, caller, deploymentId, body, null))
  },

  upsertWorkbookBySlug({ platform, caller, path: { deploymentId, slug }, body }) {
    const normal = normalSlug(slug)
    const row = findBySlug(platform.db, deploymentId, normal)
    if (!row) {
      requireCreate(platform, caller, deploymentId, body.folderId)
      return toWorkbook(platform, createWorkbook(platform, caller, deploymentId, body, normal))
    }
    requireChange(platform, caller, row, body.folderId)
    return toWorkbook(platform, updateWorkbook(platform, row, body, 'merge'))
  },

  getWorkbook({ platform, caller, path }) {
    return toWorkbook(platform, reach(platform, caller, path, 'read'))
  },

  updateWorkbook({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'none')
    requireChange(platform, caller, row, body.folderId)
    if (body.slugTakeover === true && body.slug != null) requireHolder(platform, caller, row, normalSlug(body.slug))
    updateWorkbook(platform, row, body, 'replace')
    return undefined
  },

  deleteWorkbook({ platform, caller, path }) {
    removeWorkbook(platform, reach(platform, caller, path, 'manage'))
    return undefined
  },

  updateWorkbookDashboard({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'edit')
    const { dashboardDraft: sent } = body
    const draft = sent ? draftToStore(platform, row, path.deploymentId, sent) : null
    const clears = sent === null && platform.switches.nulls === 'clear'
    const stored = sent || clears ? storeWorkbook(platform, row, { draft }) : row
    const { dashboardDraft, dashboardPublished } = toWorkbook(platform, stored)
    return { ...(platform.switches.draftAnswer === 'with' && { dashboardDraft }), dashboardPublished }
  },

  publishDashboard({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'edit')
    const { db, switches } = platform
    if (body && body.workbookId !== path.workbookId) {
      throw badRequest('workbookId: must be the workbook of the path')
    }
    const before = findDashboard(db, row.id)
    if (body?.dashboardId != null && body.dashboardId !== before?.id) throw notFound(`dashboard ${body.dashboardId}`)
    if (row.requires_review === 1) {
      throw badRequest('this workbook requires a review before it is published', REVIEW_REQUIRED)
    }
    const draft = draftOf(row)
    const config = body?.config ? storedConfig(platform, body.config) : draft
    if (!config) throw badRequest('there is nothing to publish: send a config, or save a draft first')
    const live = before ? readConfig(before.config) : null
    requireReports(platform, path.deploymentId, config, [draft, live])
    const dashboard = publish(platform, row, {
      config,
      title: body?.title ?? before?.title ?? config.title ?? null,
      description: body?.description ?? before?.description ?? config.description ?? null,
      allowEmbed: body?.allowEmbed ?? before?.allow_embed === 1,
      userId: caller.userId,
    })
    if (switches.publishDraft === 'clears') storeWorkbook(platform, row, { draft: null })
    return toDashboard(db, dashboard)
  },

  updatePublishedDashboardAiWidgetThread({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'edit')
    const dashboard = findDashboard(platform.db, row.id)
    if (!dashboard) throw notFound(`the published dashboard of workbook ${row.id}`)
    const config = readConfig(dashboard.config)
    const widget = config.widgets?.find(({ id, type }) => id === body.widgetId && type === 'AI')
    if (!widget) throw notFound(`AI widget "${body.widgetId}"`)
    const thread = Object.entries({ threadId: body.threadId, checksum: body.checksum ?? null })
    widget.config = objectOf([...Object.entries(widget.config ?? {}), ...thread])
    updateRow(platform.db, 'dashboards', dashboard.id, { config: stringifyJson(config) })
    return toDashboard(platform.db, { ...dashboard, config: stringifyJson(config) })
  },

  duplicateWorkbook({ platform, caller, path, body }) {
    if (body?.shared === true) return toWorkbook(platform, duplicateShared(platform, caller, path))
    const source = reach(platform, caller, path, 'read')
    requireAuthor(caller)
    return toWorkbook(platform, duplicateWorkbook(platform, caller, source))
  },

  getEmbedAccess({ platform, caller, path }) {
    return toEmbedAccess(platform, reach(platform, caller, path, 'read').id)
  },

  updateEmbedAccess({ platform, caller, path, body }) {
    const row = reach(platform, caller, path, 'manage')
    changeEmbedAccess(platform, row.id, body)
    return toEmbedAccess(platform, row.id)
  },
}
