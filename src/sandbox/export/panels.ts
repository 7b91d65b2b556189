import type { StartDashboardExportInput } from '../../api/dashboard-exports.ts'
import type { DashboardConfig } from '../../api/dashboards.ts'
import type { ReportSnapshot } from '../../api/snapshots.ts'
import type { Filter } from '../../company/filters.ts'
import type { Cell } from '../../company/values.ts'
import { parseJson } from '../../json.ts'
import { type Members, readMembers } from '../data/members.ts'
import { checkMembers, type Query, readQuery } from '../data/query.ts'
import { answerSql } from '../data/sql.ts'
import { Refusal } from '../http/refusal.ts'
import { openModel } from '../models/model.ts'
import type { Platform } from '../platform.ts'
import { note, type Panel } from './charts.ts'

export type Controls = Pick<StartDashboardExportInput, 'filters' | 'timeGrains' | 'memberSwitchers'>

interface ReportRow {
  readonly body: string
  readonly json_query: string | null
}

/** The data of each chart of a published dashboard: its reports as they were published, asked with these controls. */
export async function readPanels(
  platform: Platform,
  deploymentId: number,
  dashboardId: number,
  config: DashboardConfig,
  controls: Controls,
): Promise<Map<string, Panel>> {
  const charts = (config.widgets ?? []).filter(({ type }) => type === 'CHART')
  if (charts.length === 0) return new Map()
  const model = openModel(platform, deploymentId)
  const read = await attempt(() => readMembers(model, model.settings.deployBranchName))
  const panels: [string, Panel][] = []
  for (const { id, config: own } of charts) {
    const reportId = own?.['reportId']
    const row = platform.db.get<ReportRow>(
      `select s.body, r.json_query from snapshots s left join reports r on r.id = s.report_id
       where s.dashboard_id = ? and s.report_id = ?`,
      dashboardId,
      typeof reportId === 'number' ? reportId : -1,
    )
    if (!row) panels.push([id, note('the report is not there')])
    else if (typeof read === 'string') panels.push([id, note(read)])
    else panels.push([id, await readPanel(read, row, controls)])
  }
  return new Map(panels)
}

/** What it gives, or why it was refused: a chart that cannot be drawn does not spoil the others. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Refusal) return cause.message
    throw cause
  }
}

const KINDS: Readonly<Record<string, Panel['kind']>> = { table: 'table', kpi: 'kpi', vega: 'bars', sankey: 'table' }

async function readPanel(members: Members, row: ReportRow, controls: Controls): Promise<Panel> {
  const { kind, sqlQuery, title, name } = parseJson(row.body) as ReportSnapshot
  if (kind === 'html' || kind === 'map') return note(`${kind}: drawn in a browser only`)
  const table = await attempt((): Pick<Panel, 'columns' | 'rows'> | undefined => {
    if (sqlQuery != null) {
      const { schema, data } = answerSql(members, sqlQuery)
      return { columns: schema.map(({ name }) => name), rows: data }
    }
    return row.json_query === null ? undefined : askJson(members, row.json_query, controls)
  })
  if (table === undefined) return note('the report has no query')
  if (typeof table === 'string') return note(table)
  return { kind: KINDS[kind ?? ''] ?? 'table', title: title ?? name ?? undefined, ...table, lines: [] }
}

function askJson(members: Members, text: string, controls: Controls): Pick<Panel, 'columns' | 'rows'> {
  const query = withControls(readQuery(text), controls)
  checkMembers(members, query)
  const { rows } = members.company.ask(query)
  const times = query.timeDimensions.filter(({ granularity }) => granularity !== undefined)
  const columns = [...times.map(({ dimension }) => dimension), ...query.dimensions, ...query.measures]
  return { columns, rows: rows.map((row) => columns.map((column): Cell => row[column] ?? null)) }
}

/** The operators of dashboards by their names in queries. Those that have none there take nothing away. */
const OPERATORS: Readonly<Record<string, string>> = {
  equals: 'equals',
  not_equals: 'notEquals',
  greater_than: 'gt',
  greater_than_or_equal: 'gte',
  less_than: 'lt',
  less_than_or_equal: 'lte',
  contains: 'contains',
  not_contains: 'notContains',
  starts_with: 'startsWith',
  ends_with: 'endsWith',
  is_null: 'notSet',
  is_not_null: 'set',
}

function withControls(query: Query, { filters, timeGrains }: Controls): Query {
  const views = new Set([...query.measures, ...query.dimensions].map((name) => name.split('.')[0]))
  const added = (filters ?? [])
    .filter(({ member }) => views.has(member.split('.')[0]))
    .map(({ member, operator, value }): Filter => {
      const values = value == null ? [] : Array.isArray(value) ? value : [value]
      return { member, operator: OPERATORS[operator ?? 'equals'] ?? '', values }
    })
  const grainOf = (dimension: string): string | undefined =>
    timeGrains?.find(({ member }) => member === dimension)?.grain
  const timeDimensions = query.timeDimensions.map((time) => ({
    ...time,
    granularity: time.granularity === undefined ? time.granularity : (grainOf(time.dimension) ?? time.granularity),
  }))
  return { ...query, filters: [...added, ...query.filters], timeDimensions }
}

/** The values of the controls, in words. */
export function describeControls({ filters, timeGrains, memberSwitchers }: Controls): string[] {
  return [
    ...(filters ?? []).map(({ member, operator, value }) =>
      `${member} ${operator ?? 'equals'} ${showValue(value)}`.trim(),
    ),
    ...(timeGrains ?? []).map(({ member, grain }) => `${member} by ${grain}`),
    ...(memberSwitchers ?? []).map(({ member, selected }) => `${member}: ${selected}`),
  ]
}

const showValue = (value: unknown): string =>
  value == null ? '' : Array.isArray(value) ? value.join(', ') : String(value)
