import { api } from '@boardwright/platform'
import { mount, mountAsync, type Route } from '../http/route.ts'
import { appConfig } from './app-config.ts'
import { branches } from './branches.ts'
import { dashboardExports } from './dashboard-exports.ts'
import { dataModel } from './data-model.ts'
import { deploymentCreation } from './deployment-creation.ts'
import { deployments } from './deployments.ts'
import { embedAttributes, hasEmbedAttributes } from './embed-attributes.ts'
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

/** The handlers of the management API. A new area is one file and one line here. */
export const ROUTES: readonly Route[] = [
  ...mountAsync(api.branches, branches),
  ...mountAsync(api.dataModel, dataModel),
  ...mountAsync(api.deployments, deployments),
  ...mount(api.environments, environments),
  ...mountAsync(api.transformSync, transformSync),
  ...mountAsync(api.gitProvider, gitProvider),
  ...mountAsync(api.dashboardExports, dashboardExports),
  ...mount(api.regions, regions),
  ...mount(api.envVariables, envVariables),
  ...mountAsync(api.deploymentCreation, deploymentCreation),
  ...mount(api.folders, folders),
  ...mount(api.notifications, notifications),
  ...mount(api.reports, reports),
  ...mount(api.spec, spec),
  ...mountAsync(api.uploads, uploads),
  ...mount(api.users, users, ['bulkUserAction']),
  ...mount(api.appConfig, appConfig),
  ...mount(api.oauthIntegrations, oauthIntegrations),
  ...mount(api.oidcTokenConfigs, oidcTokenConfigs),
  ...mount(api.roles, roles),
  ...mount(api.scimGroups, scimGroups),
  ...mount(api.scimUsers, scimUsers),
  ...mount(api.scimService, scimService),
  ...mount(api.tenant, tenant),
  ...mount(api.usageAnalytics, usageAnalytics),
  ...mount(api.userAttributes, userAttributes),
  ...mount(api.userOAuthTokens, userOAuthTokens),
  ...mount(api.workbooks, workbooks),
  ...mount(api.workspace, workspace, ['bulkMoveWorkspaceObjects', 'bulkDeleteWorkspaceObjects']),
  ...mount(api.embedSessions, embedSessions),
  ...mount(api.embedDashboards, embedDashboards),
  ...mount(api.embedComments, embedComments),
  ...mount(api.embedTenants, embedTenants),
  ...mount(api.embedGroups, embedGroups),
  ...mount(api.embedAttributes, embedAttributes).map((route) => ({ ...route, isServed: hasEmbedAttributes })),
  ...mount(api.embedWorkbooks, embedWorkbooks),
  ...mount(api.sharedWorkspace, sharedWorkspace),
]
