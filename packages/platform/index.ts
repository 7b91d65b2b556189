export { addressProblem, isLoopback, normalAddress, proxyIn } from './address.ts'
export type { AppTheme } from './api/app-config.ts'
export { type BranchResponse, branches, type DevBranchResponse } from './api/branches.ts'
export { PLACEHOLDER_PUBLIC_ID, REPORT_REFERENCES, REVIEW_REQUIRED } from './api/chosen.ts'
export type { ExportSubjectInput, StartDashboardExportInput } from './api/dashboard-exports.ts'
export {
  type Dashboard,
  DashboardConfig,
  type DashboardConfigDraftInput,
  type DashboardConfigInput,
  type DashboardWidget,
  type DashboardWidgetInput,
  WidgetType,
} from './api/dashboards.ts'
export type { SourceNode } from './api/data-model.ts'
export type { CreateDeploymentInput } from './api/deployment-creation.ts'
export type { DeploymentPod, DeploymentVersion } from './api/deployment-runtime.ts'
export type { CreationStep, DeploymentSettings, UpdateDeploymentInput } from './api/deployment-settings.ts'
export type { BuildStatusResponse, Deployment } from './api/deployments.ts'
export type { EmbedAccessResponse, UpdateEmbedAccessInput } from './api/embed-access.ts'
export type { Comment, Thread } from './api/embed-comments.ts'
export type { Member, UserGroup } from './api/embed-groups.ts'
export {
  type EmbedSessionSettings,
  EmbedTenantName,
  type EmbedUserProfile,
  type GenerateSession,
  type GroupDefinition,
  type UserAttributeDefinition,
} from './api/embed-session-input.ts'
export type { EmbedTenant, EmbedUser, ProvisionEmbedUserInput } from './api/embed-tenants.ts'
export {
  type Area,
  type AuthScheme,
  type BodyOf,
  type Endpoint,
  isScim,
  mediaTypeOf,
  type PathOf,
  type QueryOf,
  type ResponseOf,
} from './api/endpoint.ts'
export { ENCRYPTED, type EnvVariableItem } from './api/env-variables.ts'
export type { DeploymentEnvironment, DeploymentEnvironmentToken } from './api/environments.ts'
export { type Folder, folders } from './api/folders.ts'
export { type Api, api } from './api/index.ts'
export type { CreateNotificationInput, NotificationDto, UpdateNotificationInput } from './api/notifications.ts'
export type { OAuthIntegration } from './api/oauth-integrations.ts'
export type { OidcTokenConfig, UpdateOidcTokenConfigInput } from './api/oidc.ts'
export { openApiDocument } from './api/openapi.ts'
export { type Policy, PolicyInput } from './api/policies.ts'
export { describeProblems, readPath, readQuery } from './api/read.ts'
export type {
  NotificationRecipient,
  NotificationRecipientInput,
  RemoveNotificationRecipientInput,
} from './api/recipients.ts'
export { reasonsOf } from './api/refusals.ts'
export { REFUSED } from './api/refused.ts'
export { type CreateReportInput, type Report, reports, type UpdateReportInput } from './api/reports.ts'
export type { Role } from './api/roles.ts'
export { isTrue, SCIM, type ScimPatch } from './api/scim.ts'
export { type ScimGroup, ScimGroupInput } from './api/scim-groups.ts'
export { type ScimUser, ScimUserInput } from './api/scim-users.ts'
export { PublicId } from './api/shared.ts'
export { ReportSnapshot } from './api/snapshots.ts'
export type {
  ConnectReportToWorkbookInput,
  DisconnectReportFromWorkbookInput,
  RefreshReportInput,
  ReportPlacement,
} from './api/spreadsheets.ts'
export { TenantSettings } from './api/tenant.ts'
export { DashboardThemeInput } from './api/themes.ts'
export type { StartTransformSyncInput } from './api/transform-sync.ts'
export type { TransformSyncLogEntry, TransformSyncRun } from './api/transform-sync-run.ts'
export { type FinishUploadBody, UploadTransaction } from './api/uploads.ts'
export type { User, UserSettings } from './api/user.ts'
export {
  AttributeType,
  type UserAttribute,
  type UserAttributeUpdateInput,
  type UserAttributeValue,
} from './api/user-attributes.ts'
export type { UserOAuthToken } from './api/user-oauth-tokens.ts'
export type { UserUpdateInput } from './api/users.ts'
export { type UpdateWorkbookInput, type Workbook, workbooks } from './api/workbooks.ts'
export type { WorkspaceItem } from './api/workspace.ts'
export { type Client, createClient } from './client/client.ts'
export { type Connections, shareConnections } from './client/connections.ts'
export { createDataClient, type DataAnswer, type DataClient } from './client/data.ts'
export { LIST_BOUNDS, listEndless } from './client/list-bounds.ts'
export { REFUSALS, recordClient, replayClient } from './client/recording.ts'
export { bytesWithoutRepeat } from './client/rows.ts'
export { sentIn, type Traffic } from './client/traffic.ts'
export { READ_ONLY, readsOnly } from './client/transport.ts'
export type { ClientOptions, Counts, OpenPage, ParseRow, RetryEvent } from './client/types.ts'
