import type { Api } from '@boardwright/platform'
import { requireDeployment } from '../http/auth.ts'
import { forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import { toDashboard } from '../store/dashboards.ts'
import { findPublished, findVisible } from '../store/embed/visible-dashboard.ts'
import { updateRow } from '../store/rows.ts'

export const embedDashboards: Routes<Api['embedDashboards']> = {
  getDashboard({ platform, caller, path }) {
    const { dashboard, fromShare } = findVisible(platform, caller, path.publicId)
    return { ...toDashboard(platform.db, dashboard), fromSharedWorkspace: fromShare }
  },

  updateDashboardEmbedding({ platform, caller, path, body }) {
    const dashboard = findPublished(platform, path.publicId)
    requireDeployment(platform, caller, dashboard.deployment_id)
    updateRow(platform.db, 'dashboards', dashboard.id, { allow_embed: body.allowEmbed ? 1 : 0 })
    return { publicId: dashboard.public_id, allowEmbed: body.allowEmbed }
  },

  postDashboardPythonRun({ platform, caller, path, body }) {
    const { dashboard } = findVisible(platform, caller, path.publicId)
    const { reportSnapshots } = toDashboard(platform.db, dashboard)
    if (!reportSnapshots.some(({ id, reportId }) => id === body.reportVersionId && reportId === body.reportId)) {
      throw forbidden('reportVersionId is not a published snapshot of this report on this dashboard')
    }
    throw forbidden('Python analysis is off for this account: the sandbox runs no Python')
  },
}
