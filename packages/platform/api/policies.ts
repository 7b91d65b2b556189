import { z } from 'zod'

/** In responses, resource types and permission names are open sets, for information only. */
export const Policy = z
  .looseObject({ resourceType: z.string(), actions: z.array(z.string()), resources: z.array(z.string()) })
  .meta({ id: 'Policy' })
export type Policy = z.output<typeof Policy>

const RESOURCE_TYPES = [
  'Global',
  'Deployment',
  'Report',
  'ReportFolder',
  'Agent',
  'AgentSpace',
  'Workbook',
  'Dashboard',
  'Folder',
  'ChatThread',
] as const

const ACTIONS = [
  'All',
  'DeploymentsManage',
  'DeploymentCreate',
  'DeploymentRead',
  'DeploymentUpdate',
  'DeploymentDelete',
  'SecretsManage',
  'DownloadData',
  'PlaygroundRead',
  'SchemaRead',
  'SchemaUpdate',
  'SchemaUpdateDevBranches',
  'APMRead',
  'ChatHistoryRead',
  'PreAggregationBuild',
  'AlertsCreate',
  'AlertsRead',
  'AlertsUpdate',
  'AlertsDelete',
  'AuditLogManage',
  'BillingRead',
  'SqlRunnerRead',
  'DataAssetsRead',
  'DataAssetsManage',
  'PlatformNetworkConnect',
  'ReportRead',
  'ReportEdit',
  'ReportManage',
  'WorkbookManage',
  'WorkbookRead',
  'WorkbookEdit',
  'ChatThreadRead',
  'AgentManage',
  'AgentRead',
  'AgentSpaceManage',
  'AgentAdmin',
  'DeploymentAgentRead',
  'OAuthIntegrationsManage',
  'OAuthIntegrationsIssueTokens',
  'McpToolsManage',
  'AIBIDevelop',
  'AIBIExplore',
  'AIBIView',
  'ChartPalettesManage',
  'DashboardThemesManage',
  'AIBIDeveloper',
  'AIBIUser',
  'AIBIViewer',
  'EmbedDeploymentRead',
  'EmbedDashboardRead',
  'FolderRead',
  'FolderEdit',
  'FolderManage',
] as const

/** A deployment is named by its id, as text. Only the form is checked, not whether it exists. */
const namesDeployments = ({ resourceType, resources }: { resourceType: string; resources: readonly string[] }) =>
  resourceType !== 'Deployment' || resources.every((resource) => resource === 'All' || /^[1-9]\d*$/.test(resource))

/** In requests the sets are closed. */
export const PolicyInput = z
  .looseObject({
    resourceType: z.enum(RESOURCE_TYPES),
    actions: z.array(z.enum(ACTIONS)).min(1),
    resources: z.array(z.string()).min(1),
  })
  .refine(namesDeployments, { path: ['resources'], message: 'a deployment is named by its id, or all by "All"' })
  .meta({ id: 'PolicyInput' })
