import type { DeploymentSettings, UpdateDeploymentInput } from '../../api/deployment-settings.ts'
import type { Deployment } from '../../api/deployments.ts'
import { parseJson, stringifyJson } from '../../json.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { updateRow } from './rows.ts'

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

/** Written as they are sent, null included, where an answer may leave them out. */
const CLEARABLE = [
  'creationMethod',
  'cspsConfig',
  'customDomain',
  'defaultLaunchpadViewGroup',
  'deployMode',
  'launchpadTabs',
  'releaseChannelVersion',
  'releaseChannelVersionHold',
] as const
const WRITABLE = [
  'name',
  'template',
  'cloudProvider',
  'releaseChannel',
  'deployBranchName',
  'deployBranchReadOnly',
  'deployBranchMergeAllowed',
  'deployProjectRoot',
  ...CLEARABLE,
] as const

/** The versions that there are to choose from: the head of the channel, and what came before. */
const RELEASES = ['2.1.0', '2.0.0'] as const

/** The settings after an update. What is not sent stays; `templateVariables` are merged key by key. */
export function changeSettings(
  before: DeploymentSettings,
  sent: UpdateDeploymentInput,
  nulls: 'clear' | 'ignore',
): DeploymentSettings {
  const clearable: readonly string[] = nulls === 'clear' ? CLEARABLE : []
  const changes = Object.fromEntries(
    WRITABLE.filter((key) => sent[key] !== undefined && (sent[key] !== null || clearable.includes(key))).map((key) => [
      key,
      sent[key],
    ]),
  )
  const { releaseChannelVersion: version, releaseChannelVersionHold: hold } = sent
  if (version != null) {
    if (!RELEASES.some((release) => release === version)) {
      throw badRequest(`releaseChannelVersion: ${version} is not one of ${RELEASES.join(', ')}`)
    }
    // A pin that the next automatic upgrade would undo is no pin.
    if (version !== RELEASES[0] && hold === undefined) changes['releaseChannelVersionHold'] = true
  }
  if (sent.name?.trim() === '') throw badRequest('name is empty')
  return { ...before, ...changes, templateVariables: { ...before.templateVariables, ...sent.templateVariables } }
}

export function writeSettings({ db }: Platform, deploymentId: number, next: DeploymentSettings): void {
  const { id: _id, deploymentUrl: _url, name, ...settings } = next
  updateRow(db, 'deployments', deploymentId, { name, settings: stringifyJson(settings) })
}

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
