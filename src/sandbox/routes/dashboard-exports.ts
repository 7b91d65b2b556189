import type { dashboardExports as area, StartDashboardExportInput } from '../../api/dashboard-exports.ts'
import { encodePng } from '../../picture/png.ts'
import { rasterise } from '../../picture/raster.ts'
import { drawDashboard } from '../export/dashboard.ts'
import { describeControls, readPanels } from '../export/panels.ts'
import { encodePdf } from '../export/pdf.ts'
import { badRequest, conflict, forbidden, Refusal } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { readConfig } from '../store/dashboard-config.ts'
import type { DashboardRow } from '../store/dashboards.ts'
import { requireManage, resolveSubject, type Subject } from '../store/export-subjects.ts'
import { addExport, findExport, progressOf, requireRoom } from '../store/exports.ts'
import { findTarget } from '../store/notifications.ts'

export const dashboardExports: AsyncRoutes<typeof area> = {
  async startExport({ platform, caller, path: { deploymentId }, body }) {
    if ((body.dashboardId == null) === (body.dashboardPublicId == null)) {
      throw badRequest('name the dashboard by exactly one of dashboardId and dashboardPublicId')
    }
    const { id, workbook_id: workbookId } = findTarget(platform.db, deploymentId, body)
    requireManage(platform, caller, deploymentId, workbookId)
    if (platform.switches.dataDownload === 'restricted') {
      throw forbidden('the download of data is restricted for this workspace')
    }
    const subject = platform.db.atomically(() => {
      const resolved = resolveSubject(platform, caller, deploymentId, workbookId, body.renderAs)
      requireRoom(platform, resolved.identity)
      return resolved
    })
    const outcome = await render(platform, deploymentId, id, body, subject)
    const { identity } = subject
    const { userId } = caller
    return platform.db.atomically(() =>
      addExport(platform, { deploymentId, userId, identity, format: body.format, outcome }),
    )
  },

  async getExportStatus({ platform, caller, path: { deploymentId, jobId } }) {
    const job = findExport(platform, deploymentId, caller.userId, jobId)
    const progress = progressOf(platform, job)
    if (progress < 1) return { status: progress === 0 ? 'pending' : 'processing', progress: Math.floor(progress * 100) }
    if (job.error !== null) return { status: 'failed', error: job.error }
    return { status: 'completed', contentType: job.content_type, progress: 100 }
  },

  async downloadExport({ platform, caller, path: { deploymentId, jobId }, query }) {
    const job = findExport(platform, deploymentId, caller.userId, jobId)
    if (progressOf(platform, job) < 1) throw conflict('the export is still rendering')
    if (job.file === null) throw new Refusal(422, `the export failed, start a new one: ${job.error}`)
    const extension = job.content_type.split('/')[1]
    return {
      bytes: new Uint8Array(job.file),
      contentType: job.content_type,
      filename: `${safeStem(query.filename)}.${extension}`,
    }
  },
}

const safeStem = (asked: string | undefined): string => {
  const safe = (asked ?? '').replace(/[^\w .()-]/g, '_').trim()
  return safe === '' ? 'dashboard' : safe
}

/** The file, or why there is none. */
async function render(
  platform: Platform,
  deploymentId: number,
  dashboardId: number,
  input: StartDashboardExportInput,
  subject: Subject,
): Promise<Uint8Array | string> {
  const row = platform.db.get<DashboardRow>('select * from dashboards where id = ?', dashboardId)
  const config = readConfig(row?.config ?? '{}')
  if (config.kind === 'APP') return 'an APP dashboard is code for a browser, and there is none here'
  const panels = await readPanels(platform, deploymentId, dashboardId, config, input)
  const notes = [
    platform.clock.stamp().slice(0, 10),
    ...(subject.shown === undefined ? [] : [`for ${subject.shown}`]),
    ...describeControls(input),
  ]
  const sheet = drawDashboard({ config, title: row?.title ?? config.title ?? 'Dashboard', notes, panels })
  const pixels = rasterise(sheet, { scale: 1 })
  return input.format === 'png' ? encodePng(pixels) : encodePdf(pixels)
}
