import { parseJson, stringifyJson } from '@boardwright/common'
import type { Deployment, DeploymentSettings, UpdateDeploymentInput } from '@boardwright/platform'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Database } from './database.ts'
import { changeRelease, runningImage } from './releases.ts'
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

/** A deployment's URL is not stored: it depends on the port of this run. */
const urlOf = ({ url }: Platform, id: number): string => `${url}/deployments/${id}`

export function readSettings(platform: Platform, id: number): DeploymentSettings {
  const row = findDeployment(platform.db, id)
  const settings = parseJson(row.settings) as DeploymentSettings
  const derived = { deploymentUrl: urlOf(platform, id), platformImageVersion: runningImage(settings) }
  return { ...settings, id, name: row.name, ...derived }
}

export const toDeployment = (platform: Platform, row: DeploymentRow): Deployment => ({
  id: row.id,
  name: row.name,
  deploymentUrl: urlOf(platform, row.id),
  creationStep: readSettings(platform, row.id).creationStep,
})

/** Stored as sent, including null; answers may leave them out. */
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

/** The settings after an update. What is not sent stays; `templateVariables` are merged by key. */
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
  if (sent.name?.trim() === '') throw badRequest('name is empty')
  Object.assign(changes, changeRelease(before, sent))
  return { ...before, ...changes, templateVariables: { ...before.templateVariables, ...sent.templateVariables } }
}

export function writeSettings({ db }: Platform, deploymentId: number, next: DeploymentSettings): void {
  const { id: _id, deploymentUrl: _url, platformImageVersion: _image, name, ...settings } = next
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
