import { describe, expect, test } from 'vitest'
import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { withChoices } from '../../viewer/data/choices.ts'
import { missingIn } from '../../viewer/data/missing.ts'
import type { Row } from '../../viewer/data/rows.ts'
import { sampleRows } from '../../viewer/sample/rows.ts'

const MEMBERS = {
  'sales.region': { kind: 'dimension', type: 'string', description: 'One of north, south, east, west.' },
  'sales.kind': { kind: 'dimension', type: 'string', description: 'One of café, hotel, office.' },
  'sales.at': { kind: 'dimension', type: 'time' },
  'sales.revenue': { kind: 'measure', type: 'sum', format: 'currency' },
  'sales.count': { kind: 'measure', type: 'count' },
  'stock.amount': { kind: 'measure', type: 'sum' },
} as const

const control = (id: string, type: string, config: object): SceneWidget => ({
  ...{ id, type, position: { x: 0, y: 0, w: 4, h: 2 } },
  config: { ...config },
})
const REGION = control('region', 'FILTER', { member: 'sales.region', operator: 'equals', multiple: true })

const sceneOf = (report: Partial<SceneReport>, ...widgets: SceneWidget[]): Scene => ({
  ...{ title: 'T', dashboard: { widgets }, members: MEMBERS },
  reports: { one: { name: 'One', ...report } },
})

function rowsOf(scene: Scene, choices: Readonly<Record<string, unknown>> = {}): readonly Row[] {
  const chosen = withChoices(scene, (id) => choices[id])
  const report = chosen.reports['one'] as SceneReport
  const rows = sampleRows(report, chosen)
  expect(missingIn(report, rows)).toBeUndefined()
  return rows.rows
}

const BY_REGION = { query: { measures: ['sales.revenue'], dimensions: ['sales.region', 'sales.kind'] } }

const REGIONS = ['north', 'south', 'east', 'west']

describe('a value that is picked in a chart', () => {
  const picks = REGIONS.flatMap((region) =>
    [undefined, 'café', 'hotel', 'office'].map((kind) => [
      { column: 'sales.region', value: region },
      ...(kind === undefined ? [] : [{ column: 'sales.kind', value: kind }]),
    ]),
  )
  test.each(picks.map((picked) => [picked.map(({ value }) => value).join(' and '), picked] as const))(
    'filters all others of its cube, and not itself: %s',
    (_, picked) => {
      const chart: SceneWidget = { ...control('chart', 'CHART', {}), report: 'two' }
      const scene = sceneOf(BY_REGION, chart)
      const both: Scene = {
        ...{ ...scene, reports: { ...scene.reports, two: { name: 'Two', ...BY_REGION } } },
        dashboard: { ...scene.dashboard, settings: { crossFilter: true } },
      }
      const isPicked = (row: Row): boolean => picked.every(({ column, value }) => row[column] === value)
      expect(rowsOf(both, { chart: picked })).toEqual(rowsOf(both).filter(isPicked))
      const chosen = withChoices(both, (id) => (id === 'chart' ? picked : undefined))
      expect(chosen.reports['two']).toEqual(both.reports['two'])
      expect(withChoices(both, (id) => (id === 'chart' ? [] : undefined))).toBe(both)
      const off: Scene = { ...both, dashboard: scene.dashboard }
      expect(withChoices(off, (id) => (id === 'chart' ? picked : undefined))).toBe(off)
    },
  )
})

test('a month that is picked in a chart filters the others, whether they ask by months or not at all', () => {
  const at = (granularity?: string) => [{ dimension: 'sales.at', ...(granularity && { granularity }) }]
  const asking = (timeDimensions?: object[]) => ({
    query: { measures: ['sales.count'], ...(timeDimensions && { timeDimensions }) },
  })
  const chart: SceneWidget = { ...control('chart', 'CHART', {}), report: 'two' }
  const picked = [{ column: 'sales.at.month', value: '2026-03-01T00:00:00.000' }]
  for (const asked of [asking(), asking(at()), asking(at('week'))]) {
    const scene = sceneOf(asked, chart)
    const both: Scene = {
      ...{ ...scene, reports: { ...scene.reports, two: { name: 'Two', ...asking(at('month')) } } },
      dashboard: { ...scene.dashboard, settings: { crossFilter: true } },
    }
    const chosen = withChoices(both, (id) => (id === 'chart' ? picked : undefined))
    expect(chosen.reports['one']?.query).toMatchObject({
      timeDimensions: [{ dimension: 'sales.at', dateRange: ['2026-03-01', '2026-03-31'] }],
    })
    expect(chosen.reports['two']).toEqual(both.reports['two'])
    const [some, all] = [rowsOf(both, { chart: picked }), rowsOf(both)].map((rows) =>
      rows.reduce((sum, row) => sum + Number(row['sales.count']), 0),
    )
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all ?? 0)
  }
})

describe('a value that is chosen in a control', () => {
  /** All but none. */
  const choices = REGIONS.reduce<string[][]>(
    (sets, region) => sets.concat(sets.map((set) => set.concat(region))),
    [[]],
  ).slice(1)

  test.each(choices.map((values) => [values.join(', '), values] as const))(
    'keeps the rows that pass the filter, unchanged: %s',
    (_, values) => {
      const scene = sceneOf(BY_REGION, REGION)
      const left = rowsOf(scene).filter((row) => values.includes(String(row['sales.region'])))
      expect(rowsOf(scene, { region: values })).toEqual(left)
    },
  )

  test('makes a total smaller even if it does not show the filtered member, and leaves other cubes alone', () => {
    const scene = sceneOf({ query: { measures: ['sales.revenue'] } }, REGION)
    const [all, north, both] = [[], ['north'], ['north', 'south']].map((region) =>
      Number(rowsOf(scene, { region })[0]?.['sales.revenue']),
    )
    expect(Number(north)).toBeGreaterThan(0)
    expect(Number(north)).toBeLessThan(Number(both))
    expect(Number(both)).toBeLessThan(Number(all))
    const other = sceneOf({ query: { measures: ['stock.amount'] } }, REGION)
    expect(rowsOf(other, { region: ['north'] })).toEqual(rowsOf(other))
  })

  test.each([
    ['notEquals', ['north'], ['south', 'east', 'west']],
    ['contains', ['ST'], ['east', 'west']],
    ['notContains', ['st'], ['north', 'south']],
  ])('is compared as the filter says: %s', (operator, values, left) => {
    const filter = control('region', 'FILTER', { member: 'sales.region', operator, value: values })
    const rows = rowsOf(sceneOf(BY_REGION, filter))
    expect([...new Set(rows.map((row) => row['sales.region']))].sort()).toEqual(left.toSorted())
  })

  test('a measure and a time are filtered too; a value that no row has leaves no rows', () => {
    const above = control('above', 'FILTER', { member: 'sales.count', operator: 'gt' })
    const counted = sceneOf({ query: { measures: ['sales.count'], dimensions: ['sales.region'] } }, above)
    const counts = rowsOf(counted).map((row) => Number(row['sales.count']))
    const middle = counts.toSorted((a, b) => a - b)[1] ?? 0
    expect(rowsOf(counted, { above: [String(middle)] })).toHaveLength(2)

    const days = control('days', 'FILTER', { member: 'sales.at' })
    const timed = sceneOf(
      { query: { measures: ['sales.count'], timeDimensions: [{ dimension: 'sales.at', granularity: 'month' }] } },
      days,
    )
    const months = rowsOf(timed, { days: ['2026-03-01', '2026-05-31'] }).map((row) => String(row['sales.at.month']))
    expect(months.map((month) => month.slice(0, 7))).toEqual(['2026-03', '2026-04', '2026-05'])
    const none = control('none', 'FILTER', { member: 'sales.region', operator: 'notSet' })
    expect(rowsOf(sceneOf(BY_REGION, none))).toEqual([])
  })

  test('sets the grain of the rows, and of their chart', () => {
    const grain = control('grain', 'TIME_GRAIN', { member: 'sales.at', grains: ['month', 'quarter'], grain: 'month' })
    const scene = sceneOf(
      {
        kind: 'vega',
        query: {
          measures: ['sales.count'],
          timeDimensions: [{ dimension: 'sales.at', granularity: 'month', dateRange: ['2026-01-01', '2026-10-31'] }],
        },
        spec: { mark: 'bar', encoding: { x: { field: 'sales\\.at\\.month' }, y: { field: 'sales\\.count' } } },
      },
      grain,
    )
    expect(rowsOf(scene)).toHaveLength(10)
    expect(rowsOf(scene, { grain: 'quarter' }).map((row) => String(row['sales.at.quarter']).slice(0, 7))).toEqual([
      ...['2026-01', '2026-04', '2026-07', '2026-10'],
    ])
  })

  test('replaces the field that was shown before', () => {
    const field = control('field', 'FIELD', { options: ['sales.revenue', 'sales.count'], selected: 'revenue' })
    const scene = sceneOf(
      {
        kind: 'table',
        query: { measures: ['sales.revenue'], dimensions: ['sales.region'], order: { 'sales.revenue': 'desc' } },
        spec: { columns: [{ field: 'sales.region' }, { field: 'sales.revenue' }], totals: ['sales.revenue'] },
      },
      field,
    )
    const [first] = rowsOf(scene, { field: 'sales.count' })
    expect(Object.keys(first ?? {})).toEqual(['sales.region', 'sales.count'])
    const counts = rowsOf(scene, { field: 'sales.count' }).map((row) => Number(row['sales.count']))
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(rowsOf(scene, { field: 'sales.revenue' })).toEqual(rowsOf(scene))
  })

  test('does not change SQL', () => {
    const scene = sceneOf({ sql: 'select region, sum(x) as y from sales group by 1' }, REGION)
    expect(rowsOf(scene, { region: ['north'] })).toEqual(rowsOf(scene))
  })
})
