import type { Api } from '@boardwright/platform'
import { requireDeployment } from '../http/auth.ts'
import { badRequest, forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import { isDeployBranch, isServed, requireBranch } from '../models/branches.ts'
import { openModel } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import { readEmbedding, requireEmbedding } from '../store/embed/account.ts'
import { requireFieldsThatAgree } from '../store/embed/session-rules.ts'
import { exchangeSession, mintSession, revokeSession } from '../store/embed/sessions.ts'
import { pinnedOf } from '../store/embed/settings.ts'
import { findInternal, prepareExternal } from '../store/embed/subject.ts'
import { ensureTenant } from '../store/embed/tenants.ts'

/** The branch that a session queries, fixed when the session is created. Null is production. */
function resolveBranch(platform: Platform, deploymentId: number, name: string | null | undefined): string | null {
  if (name == null) return null
  const model = openModel(platform, deploymentId)
  const branch = requireBranch(model, name)
  if (isDeployBranch(model, branch)) return null
  if (!isServed(model, branch)) throw badRequest(`branchName: nothing serves the branch ${name}`)
  return branch.name
}

export const embedSessions: Routes<Api['embedSessions']> = {
  generateSession({ platform, caller, body }) {
    if (caller.personal) throw forbidden('a personal key cannot create sessions')
    requireDeployment(platform, caller, body.deploymentId)
    requireEmbedding(platform)
    requireFieldsThatAgree(body)
    const creatorMode = body.creatorMode === true
    if (creatorMode && !readEmbedding(platform.db).useCreatorMode) {
      throw forbidden('creatorMode: the tenant flag useCreatorMode is off')
    }
    const branchName = resolveBranch(platform, body.deploymentId, body.branchName)
    const tenant =
      body.embedTenantName == null
        ? null
        : ensureTenant(platform, body.embedTenantName, body.embedTenantProfile?.displayName)
    const subject =
      body.externalId == null
        ? findInternal(platform, body.internalId ?? '')
        : prepareExternal(platform, tenant, body.externalId, body)
    const sessionId = mintSession(platform, {
      deploymentId: body.deploymentId,
      tenantId: tenant?.id ?? null,
      creatorMode,
      subject,
      claims: {
        deploymentId: body.deploymentId,
        branchName,
        embedTenantName: tenant?.name ?? null,
        creatorMode,
        securityContext: body.securityContext ?? {},
        settings: pinnedOf(body.settings),
        embedTheme: body.embedTheme ?? null,
        publicDashboardId: body.publicDashboardId ?? null,
        roles: body.roles ?? null,
        isEphemeral: body.isEphemeral ?? false,
      },
    })
    return { sessionId }
  },

  postTokenBySessionId({ platform, body }) {
    requireEmbedding(platform)
    return { token: exchangeSession(platform, body.sessionId) }
  },

  revokeSession({ platform, body }) {
    requireEmbedding(platform)
    revokeSession(platform, body.sessionId)
    return undefined
  },
}
