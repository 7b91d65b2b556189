import { appConfig } from './app-config.ts'
import { branches } from './branches.ts'
import { dashboardExports } from './dashboard-exports.ts'
import { dataModel } from './data-model.ts'
import { deploymentCreation } from './deployment-creation.ts'
import { deployments } from './deployments.ts'
import { embedAttributes } from './embed-attributes.ts'
import { embedComments } from './embed-comments.ts'
import { embedDashboards } from './embed-dashboards.ts'
import { embedGroups } from './embed-groups.ts'
import { embedSessions } from './embed-sessions.ts'
import { embedTenants } from './embed-tenants.ts'
import { embedWorkbooks } from './embed-workbooks.ts'
import { envVariables } from './env-variables.ts'
import { environments } from './environments.ts'
import { folders } from './folders.ts'
import { gitProvider } from './git-provider.ts'
import { notifications } from './notifications.ts'
import { oauthIntegrations } from './oauth-integrations.ts'
import { oidcTokenConfigs } from './oidc.ts'
import { regions } from './regions.ts'
import { reports } from './reports.ts'
import { roles } from './roles.ts'
import { scimGroups } from './scim-groups.ts'
import { scimService } from './scim-service.ts'
import { scimUsers } from './scim-users.ts'
import { sharedWorkspace } from './shared-workspace.ts'
import { spec } from './spec.ts'
import { tenant } from './tenant.ts'
import { transformSync } from './transform-sync.ts'
import { uploads } from './uploads.ts'
import { usageAnalytics } from './usage-analytics.ts'
import { userAttributes } from './user-attributes.ts'
import { userOAuthTokens } from './user-oauth-tokens.ts'
import { users } from './users.ts'
import { workbooks } from './workbooks.ts'
import { workspace } from './workspace.ts'

/** The management API, area by area. A new area is one file and one line here. */
export const api = {
  deployments,
  folders,
  reports,
  workbooks,
  workspace,
  dataModel,
  branches,
  uploads,
  environments,
  transformSync,
  gitProvider,
  dashboardExports,
  regions,
  envVariables,
  deploymentCreation,
  notifications,
  users,
  appConfig,
  oauthIntegrations,
  oidcTokenConfigs,
  roles,
  scimGroups,
  scimUsers,
  scimService,
  tenant,
  usageAnalytics,
  userAttributes,
  userOAuthTokens,
  embedSessions,
  embedDashboards,
  embedComments,
  embedTenants,
  embedGroups,
  embedAttributes,
  embedWorkbooks,
  sharedWorkspace,
  spec,
}

export type Api = typeof api
