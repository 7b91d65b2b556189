import { BoardwrightError } from '@boardwright/common'
import type { Scene } from '@boardwright/pictures'
import type { Api, StartDashboardExportInput } from '@boardwright/platform'
import { encodePdf } from '../export/pdf.ts'
import { exportedScene } from '../export/scene.ts'
import { badRequest, conflict, forbidden, Refusal } from '../http/refusal.ts'
import type { AsyncRoutes } from '../http/route.ts'
import type { Platform } from '../platform.ts'
import { readConfig } from '../store/dashboard-config.ts'
import type { DashboardRow } from '../store/dashboards.ts'
import { requireManage, resolveSubject, type Subject } from '../store/export-subjects.ts'
import {
  addExport,
  CONTENT_TYPES,
  type ExportRow,
  findExport,
  progressOf,
  rendered,
  requireRoom,
} from '../store/exports.ts'
import { findTarget } from '../store/notifications.ts'

export const dashboardExports: AsyncRoutes<Api['dashboardExports']> = {
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
    const scene = await readScene(platform, id, body, subject)
    const { identity } = subject
    const { userId } = caller
    return platform.db.atomically(() =>
      addExport(platform, { deploymentId, userId, identity, format: body.format, scene }),
    )
  },

  async getExportStatus({ platform, caller, path: { deploymentId, jobId } }) {
    const job = findExport(platform, deploymentId, caller.userId, jobId)
    const progress = progressOf(platform, job)
    if (progress < 1) return { status: progress === 0 ? 'pending' : 'processing', progress: Math.floor(progress * 100) }
    const { error, content_type: contentType } = await rendered(platform, job, (scene) => render(platform, job, scene))
    return error === null ? { status: 'completed', contentType, progress: 100 } : { status: 'failed', error }
  },

  async downloadExport({ platform, caller, path: { deploymentId, jobId }, query }) {
    const job = findExport(platform, deploymentId, caller.userId, jobId)
    if (progressOf(platform, job) < 1) throw conflict('the export is still rendering')
    const { file, error } = await rendered(platform, job, (scene) => render(platform, job, scene))
    if (file === null) throw new Refusal(422, `the export failed, start a new one: ${error}`)
    const extension = job.content_type.split('/')[1]
    return {
      bytes: new Uint8Array(file),
      contentType: job.content_type,
      filename: `${safeStem(query.filename)}.${extension}`,
    }
  },
}

const safeStem = (asked: string | undefined): string => {
  const safe = (asked ?? '').replace(/[^\w .()-]/g, '_').trim()
  return safe === '' ? 'dashboard' : safe
}

/** The scene to export, or why there is none. */
async function readScene(
  platform: Platform,
  dashboardId: number,
  input: StartDashboardExportInput,
  { shown }: Subject,
): Promise<Scene | string> {
  const row = platform.db.get<DashboardRow>('select * from dashboards where id = ?', dashboardId)
  if (!row) return 'the dashboard is not there'
  if (readConfig(row.config).kind === 'APP') return 'an APP dashboard is code for a browser, and there is none here'
  const notes = [platform.clock.stamp().slice(0, 10), ...(shown === undefined ? [] : [`for ${shown}`])]
  return exportedScene(platform, row, input, notes)
}

const WIDTH = 1200

/** The file, or why there is none. */
async function render(platform: Platform, job: ExportRow, scene: Scene): Promise<Uint8Array | string> {
  const isPng = job.content_type === CONTENT_TYPES.png
  try {
    const wanted = { scene, width: WIDTH, isDark: false, format: isPng ? 'png' : 'rgb', scale: 1 } as const
    const { bytes, width, height } = await platform.draw(wanted)
    return isPng ? bytes : encodePdf({ width, height, data: bytes })
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.kind === 'PICTURE_FAILED') return cause.message
    throw cause
  }
}
