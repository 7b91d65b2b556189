import { requireDeployment } from '../../http/auth.ts'
import { forbidden, notFound } from '../../http/refusal.ts'
import type { Caller, Platform } from '../../platform.ts'
import { readAccess } from '../access.ts'
import type { DashboardRow } from '../dashboards.ts'
import { policiesOf } from '../roles.ts'
import { findWorkbook } from '../workbooks.ts'
import { audiencesOf, EVERYBODY } from './shares.ts'

export function findPublished({ db }: Platform, publicId: string): DashboardRow {
  const row = db.get<DashboardRow>("select * from dashboards where public_id = ? and status = 'published'", publicId)
  if (!row) throw notFound(`dashboard ${publicId}`)
  return row
}

/** A dashboard that the caller may see, and why. */
export interface VisibleDashboard {
  readonly dashboard: DashboardRow
  /** It is visible only because it is shared with embed users. */
  readonly fromShare: boolean
}

/**
 * The published dashboard, or 404 if the caller may not see it. 403 if a signed session may see it but the dashboard
 * does not allow embedding.
 */
export function findVisible(platform: Platform, caller: Caller, publicId: string): VisibleDashboard {
  const { db } = platform
  const dashboard = findPublished(platform, publicId)
  const { embed } = caller
  if (embed && embed.deploymentId !== dashboard.deployment_id) throw notFound(`dashboard ${publicId}`)
  requireDeployment(platform, caller, dashboard.deployment_id)

  const workbook = findWorkbook(db, dashboard.deployment_id, dashboard.workbook_id)
  const audiences = audiencesOf(db, workbook)
  const own = readAccess(platform, caller, dashboard.deployment_id).levelOf('WORKBOOK', workbook.id) !== 'none'
  const forAll = audiences.has(EVERYBODY)
  const forTenant = embed?.tenant != null && audiences.has(embed.tenant.name)
  if (!own && !forAll && !forTenant && !mayReadAll(platform, caller, dashboard.deployment_id)) {
    throw notFound(`dashboard ${publicId}`)
  }
  // A share with all embed users, or creator mode, does not need the switch.
  if (embed && !embed.creatorMode && !forAll && dashboard.allow_embed === 0) {
    throw forbidden(`dashboard ${publicId} may not be embedded`)
  }
  return { dashboard, fromShare: !own }
}

/** A role may allow reading every dashboard of a deployment. */
function mayReadAll({ db }: Platform, { userId, isAdmin }: Caller, deploymentId: number): boolean {
  return policiesOf(db, { id: userId, is_admin: isAdmin ? 1 : 0 }).some(
    ({ resourceType, actions, resources }) =>
      ['Deployment', 'Dashboard'].includes(resourceType) &&
      actions.includes('EmbedDashboardRead') &&
      (resources.includes('All') || (resourceType === 'Deployment' && resources.includes(String(deploymentId)))),
  )
}
