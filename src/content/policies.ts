/** What the platform takes of a policy. A test compares this with its API description. */
export const RESOURCE_TYPES = [
  ...(['Global', 'Deployment', 'Report', 'ReportFolder', 'Agent', 'AgentSpace'] as const),
  ...(['Workbook', 'Dashboard', 'Folder', 'ChatThread'] as const),
] as const

export const POLICY_ACTIONS = [
  ...(['All', 'DeploymentsManage', 'DeploymentCreate', 'DeploymentRead', 'DeploymentUpdate'] as const),
  ...(['DeploymentDelete', 'SecretsManage', 'DownloadData', 'PlaygroundRead', 'SchemaRead', 'SchemaUpdate'] as const),
  ...(['SchemaUpdateDevBranches', 'APMRead', 'ChatHistoryRead', 'PreAggregationBuild', 'AlertsCreate'] as const),
  ...(['AlertsRead', 'AlertsUpdate', 'AlertsDelete', 'AuditLogManage', 'BillingRead', 'SqlRunnerRead'] as const),
  ...(['DataAssetsRead', 'DataAssetsManage', 'PlatformNetworkConnect', 'ReportRead', 'ReportEdit'] as const),
  ...(['ReportManage', 'WorkbookManage', 'WorkbookRead', 'WorkbookEdit', 'ChatThreadRead', 'AgentManage'] as const),
  ...(['AgentRead', 'AgentSpaceManage', 'AgentAdmin', 'DeploymentAgentRead', 'OAuthIntegrationsManage'] as const),
  ...(['OAuthIntegrationsIssueTokens', 'McpToolsManage', 'AIBIDevelop', 'AIBIExplore', 'AIBIView'] as const),
  ...(['ChartPalettesManage', 'DashboardThemesManage', 'AIBIDeveloper', 'AIBIUser', 'AIBIViewer'] as const),
  ...(['EmbedDeploymentRead', 'EmbedDashboardRead', 'FolderRead', 'FolderEdit', 'FolderManage'] as const),
] as const

export const BUILT_IN_ROLES = [
  ...['Admin', 'Developer', 'AIBIDeveloper', 'D3User', 'AIBIUser', 'AIBIViewer', 'Guest', 'EmbedUser'],
] as const

export const MOST_POLICIES = 200

/** As an action and as a resource: every one of them. */
export const ALL = 'All'

/** The type whose resources are deployments: by name in files, by number on the platform. */
export const OF_DEPLOYMENTS = 'Deployment'

export const isDeploymentNumber = (resource: string): boolean => /^[1-9]\d*$/.test(resource)
