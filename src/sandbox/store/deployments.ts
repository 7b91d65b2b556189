import type { DeploymentSettings } from '../../api/deployment-settings.ts'
import type { Deployment } from '../../api/deployments.ts'
import { parseJson } from '../../json.ts'
import { notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'

export interface DeploymentRow {
  readonly id: number
  readonly name: string
  readonly settings: string
}

export function findDeployment(db: Database, id: number): DeploymentRow {
  const row = db.get<DeploymentRow>('select id, name, settings from deployments where id = ?', id)
  if (!row) throw notFound(`deployment ${id}`)
  return row
}

/** Where each deployment is reached is not stored: it depends on the port of this run. */
const urlOf = ({ url }: Platform, id: number): string => `${url}/deployments/${id}`

export function readSettings(platform: Platform, id: number): DeploymentSettings {
  const row = findDeployment(platform.db, id)
  return { ...(parseJson(row.settings) as DeploymentSettings), id, name: row.name, deploymentUrl: urlOf(platform, id) }
}

export const toDeployment = (platform: Platform, row: DeploymentRow): Deployment => ({
  id: row.id,
  name: row.name,
  deploymentUrl: urlOf(platform, row.id),
  creationStep: readSettings(platform, row.id).creationStep,
})

/** The settings of a new deployment. */
export const INITIAL_SETTINGS = {
  creationStep: 'ready',
  template: 'single',
  cloudProvider: 'platform',
  releaseChannel: 'latest',
  deployBranchName: 'main',
  deployBranchReadOnly: false,
  deployBranchMergeAllowed: true,
  deployProjectRoot: '/',
  isPlatformSqlEnabled: true,
  isSupportPreAggregations: true,
  creationMethod: 'platform',
  deployMode: 'git',
  repoType: 'deployRepo',
  region: 'local',
  isManaged: true,
  templateVariables: {},
} as const
