import type { Scene } from '@boardwright/pictures'
import { asSent } from '@boardwright/pictures/draw'
import type { StartDashboardExportInput } from '@boardwright/platform'
import { sceneOf } from '../pages/scene.ts'
import type { Platform } from '../platform.ts'
import type { DashboardRow } from '../store/dashboards.ts'

export type Controls = Pick<StartDashboardExportInput, 'filters' | 'timeGrains' | 'memberSwitchers'>

/** A published dashboard with these control values, which are also listed under its title. */
export async function exportedScene(
  platform: Platform,
  row: DashboardRow,
  controls: Controls,
  notes: readonly string[],
): Promise<Scene> {
  const scene = await sceneOf(platform, row, null)
  const { dashboard, description } = scene
  const about = [dashboard.description ?? description, [...notes, ...describeControls(controls)].join('  |  ')]
  const said = about.filter((each) => each != null && each !== '').join('\n')
  const { filters, timeGrains, memberSwitchers } = controls
  return asSent(
    { ...scene, dashboard: { ...dashboard, description: said } },
    {
      filters: (filters ?? []).flatMap(({ member, operator, value }) => {
        const named = OPERATORS[operator ?? 'equals']
        return named === undefined ? [] : [{ member, operator: named, values: listOf(value) }]
      }),
      grains: timeGrains ?? [],
      fields: memberSwitchers ?? [],
    },
  )
}

/** Operators of dashboards, by their names in queries. Operators without one filter nothing. */
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

const listOf = (value: unknown): string[] => (value == null ? [] : Array.isArray(value) ? value : [value]).map(String)

/** The values of the controls, in words. */
const describeControls = ({ filters, timeGrains, memberSwitchers }: Controls): string[] => [
  ...(filters ?? []).map(({ member, operator, value }) =>
    `${member} ${operator ?? 'equals'} ${listOf(value).join(', ')}`.trim(),
  ),
  ...(timeGrains ?? []).map(({ member, grain }) => `${member} by ${grain}`),
  ...(memberSwitchers ?? []).map(({ member, selected }) => `${member}: ${selected}`),
]
