import { nearest } from '@boardwright/common'
import { membersIn, type Scene, type SceneDashboard, type SceneMember, type SceneReport } from '@boardwright/pictures'
import type { ReportSnapshot } from '@boardwright/platform'
import { type Members, readMembers } from '../data/members.ts'
import { readQueries } from '../data/query.ts'
import { Refusal } from '../http/refusal.ts'
import { openModel } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import type { DashboardRow } from '../store/dashboards.ts'

/** A published dashboard as the viewer draws it: its reports as published, with the members of a branch. */
export async function sceneOf(platform: Platform, row: DashboardRow, branch: string | null): Promise<Scene> {
  const dashboard = JSON.parse(row.config) as SceneDashboard
  const zone = dashboard.settings?.['timezone']
  const reports = readReports(platform, row, dashboard)
  return {
    title: row.title ?? dashboard.title ?? 'Dashboard',
    ...(row.description === null ? {} : { description: row.description }),
    dashboard,
    reports,
    ...(await readSceneModel(platform, row.deployment_id, branch, reports)),
    ...(typeof zone === 'string' ? { timezone: zone } : {}),
  }
}

interface Row {
  readonly report_id: number
  readonly body: string
  readonly json_query: string | null
  readonly pivot_items: string | null
}

function readReports({ db }: Platform, { id, deployment_id }: DashboardRow, { app }: SceneDashboard): Scene['reports'] {
  const rows = db.all<Row>(
    `select s.report_id, s.body, r.json_query, r.pivot_items
     from snapshots s left join reports r on r.id = s.report_id where s.dashboard_id = ? order by s.place`,
    id,
  )
  const source = Object.values(app?.files ?? {}).join('\n')
  const ofApp = source === '' ? [] : reportsOf(db, deployment_id).filter(({ public_id: name }) => source.includes(name))
  return Object.fromEntries([
    ...rows.map((row): [string, SceneReport] => [String(row.report_id), reportOf(row)]),
    ...ofApp.map((row): [string, SceneReport] => [row.public_id, reportOf({ ...row, body: bodyOf(row) })]),
  ])
}

interface LiveRow extends Omit<Row, 'body'> {
  readonly public_id: string
  readonly name: string
  readonly title: string | null
  readonly sql_query: string | null
  readonly meta: string | null
}

/** An app's code names reports by their public ids, so nothing freezes them: it sees them as they are now. */
const reportsOf = (db: Platform['db'], deploymentId: number): LiveRow[] =>
  db.all<LiveRow>(
    `select id as report_id, public_id, name, title, sql_query, json_query, pivot_items, meta
     from reports where deployment_id = ? and public_id is not null order by id`,
    deploymentId,
  )

const bodyOf = ({ meta, public_id: publicId, name, title, sql_query: sqlQuery }: LiveRow): string =>
  JSON.stringify({ ...(meta === null ? {} : (JSON.parse(meta) as object)), publicId, name, title, sqlQuery })

function reportOf({ body, json_query: query, pivot_items: pivot }: Omit<Row, 'report_id'>): SceneReport {
  const snapshot = JSON.parse(body) as ReportSnapshot & { readonly publicId?: string }
  const { name, title, publicId, kind, spec, sqlQuery, pythonCode, periodComparisons, preferences } = snapshot
  return {
    ...{ name: name ?? '', title, kind, spec, pythonCode, periodComparisons, preferences },
    ...(publicId === undefined ? {} : { publicId }),
    ...{ sql: sqlQuery, query: parseMap(query), pivot: parseMap(pivot) },
  }
}

/** Somebody wrote the query as text: it need not be JSON. */
function parseMap(text: string | null): SceneReport['query'] {
  try {
    const value: unknown = text === null ? null : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

async function readSceneModel(
  platform: Platform,
  deploymentId: number,
  branch: string | null,
  reports: Scene['reports'],
): Promise<Pick<Scene, 'members' | 'model' | 'unknown'>> {
  const model = openModel(platform, deploymentId)
  try {
    const members = await readMembers(model, branch ?? model.settings.deployBranchName)
    return { members: describeMembers(members), model: members.made, unknown: unknownIn(reports, members) }
  } catch (cause) {
    // A model that does not compile describes nothing: the dashboard is drawn without members.
    if (cause instanceof Refusal) return { members: {} }
    throw cause
  }
}

const describeMembers = ({ byName }: Members): Record<string, SceneMember> =>
  Object.fromEntries(
    [...byName.values()].flatMap((member): [string, SceneMember][] => {
      const { name, kind, type, title, description, format, currency, from } = member
      if (kind !== 'measure' && kind !== 'dimension' && kind !== 'segment') return []
      return [[name, { kind, type, title, description, format, currency, from }]]
    }),
  )

/** Empty if the model has code or templates, which may define more members. */
function unknownIn(reports: Scene['reports'], { byName, isWhole }: Members): Record<string, string | null> {
  const named = Object.values(reports).flatMap(({ query }) => (query ? namesIn(query) : []))
  const lacking = isWhole ? [...new Set(named)].filter((name) => !byName.has(name)) : []
  return Object.fromEntries(lacking.map((name) => [name, nearest(name, byName.keys()) ?? null]))
}

/** A query that the data API would refuse has no members to check. */
function namesIn(query: object): string[] {
  try {
    return readQueries(query).queries.flatMap(membersIn)
  } catch (cause) {
    if (cause instanceof Refusal) return []
    throw cause
  }
}
