import type { SeedDashboard } from './dashboard.ts'
import { dates, mulberry32, pick, publicId, times } from './made.ts'
import { readDataModel, readSeed, type Seed, type SeedFolder, type SeedReport, type SeedWorkbook } from './seed.ts'

const REPORTS_PER_WORKBOOK = 10
const WORKBOOKS_PER_FOLDER = 25
const CHARTS_PER_DASHBOARD = 5

/** As many reports as asked for, in workbooks and folders of a fixed size. The same number gives the same content. */
export function scaleSeed(reports: number): Seed {
  const workbookCount = Math.ceil(reports / REPORTS_PER_WORKBOOK)
  const folderCount = Math.ceil(workbookCount / WORKBOOKS_PER_FOLDER)
  const workbookIdOf = (index: number) => folderCount + 1 + index
  const reportIdOf = (index: number) => folderCount + workbookCount + 1 + index

  return {
    ...readSeed('empty'),
    folders: times(folderCount, makeFolder),
    workbooks: times(workbookCount, (index) => {
      const first = index * REPORTS_PER_WORKBOOK
      const shown = times(Math.min(CHARTS_PER_DASHBOARD, reports - first), (place) => reportIdOf(first + place))
      return makeWorkbook(index, workbookIdOf(index), shown)
    }),
    reports: times(reports, (index) =>
      makeReport(index, reportIdOf(index), workbookIdOf(Math.floor(index / REPORTS_PER_WORKBOOK))),
    ),
    dataModel: readDataModel('acme'),
  }
}

const OWNER = 2

const makeFolder = (index: number): SeedFolder => ({
  id: index + 1,
  name: `Department ${number(index)}`,
  parentId: null,
  position: index,
  userId: OWNER,
  ...dates(index),
})

function makeWorkbook(index: number, id: number, shown: readonly number[]): SeedWorkbook {
  const name = `Dashboard ${number(index)}`
  const dashboard = makeDashboard(name, shown)
  return {
    id,
    name,
    slug: `dashboard-${number(index)}`,
    folderId: Math.floor(index / WORKBOOKS_PER_FOLDER) + 1,
    userId: OWNER,
    meta: { icon: 'chart', generation: index % 7 },
    calculatedFields: {},
    dashboardDraft: dashboard,
    published: {
      publicId: publicId('D', index),
      title: name,
      description: 'For everyone who asks the same question every week.',
      allowEmbed: index % 4 === 0,
      status: 'published',
      versionNumber: 1 + (index % 30),
      config: dashboard,
    },
    ...dates(index),
  }
}

const makeDashboard = (title: string, shown: readonly number[]): SeedDashboard => ({
  kind: 'CLASSIC',
  title,
  layout: {
    breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },
    cols: { lg: 12, md: 10, sm: 6, xs: 4, xxs: 2 },
    rowHeight: 40,
    margin: [12, 12],
    containerPadding: [16, 16],
  },
  settings: { timezone: 'Europe/Zurich', refreshInterval: 900 },
  theme: { primaryColor: '#6f4e37' },
  widgets: [
    {
      id: 'region',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 12, h: 2 },
      config: { title: 'Region', member: 'sales.regions_name', operator: 'equals', value: [] },
    },
    ...shown.map((reportId, place) => ({
      id: `chart-${place + 1}`,
      type: 'CHART' as const,
      position: { x: (place % 2) * 6, y: 2 + Math.floor(place / 2) * 6, w: 6, h: 6 },
      responsiveLayouts: { sm: { x: 0, y: 2 + place * 6, w: 6, h: 6 } },
      config: { reportId, title: `Chart ${place + 1}`, showLegend: place % 2 === 0 },
    })),
  ],
})

const MEASURES = ['count', 'net_revenue', 'gross_revenue', 'average_order_value', 'margin'] as const
const DIMENSIONS = ['channel', 'status', 'customers_kind', 'customers_city', 'products_category'] as const
const GRAINS = ['day', 'week', 'month', 'quarter'] as const
const MARKS = ['bar', 'line', 'area', 'point'] as const

function makeReport(index: number, id: number, workbookId: number): SeedReport {
  const random = mulberry32(index)
  const measure = pick(random, MEASURES)
  const dimension = pick(random, DIMENSIONS)
  const grain = pick(random, GRAINS)
  const title = `${capital(measure)} by ${dimension.replace('_', ' ')} and ${grain}`
  const query = index % 2 === 0 ? sqlOf(measure, dimension, grain) : jsonOf(measure, dimension, grain)
  const field = index % 2 === 0 ? (name: string) => name : (name: string) => `sales\\.${name}`
  return {
    id,
    publicId: publicId('R', index),
    name: `${title} ${number(index)}`,
    title,
    workbookId,
    userId: OWNER,
    ...query,
    meta: {
      kind: 'vega',
      spec: {
        $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
        data: { name: 'query' },
        mark: { type: pick(random, MARKS), opacity: Math.round(50 + 50 * random()) / 100, tooltip: true },
        encoding: {
          x: { field: field('ordered_at'), type: 'temporal', title: null, axis: { format: '%d.%m.%y', grid: false } },
          y: { field: field(measure), type: 'quantitative', axis: { format: '~s' } },
          color: { field: field(dimension), type: 'nominal', legend: { orient: 'bottom', title: null } },
        },
      },
      preferences: { columnFormats: { [measure]: { type: 'number', decimalPlaces: index % 3 } } },
      tags: [grain, `sprint-${1 + (index % 26)}`],
    },
    version: 1 + (index % 12),
    ...dates(index),
  }
}

const sqlOf = (measure: string, dimension: string, grain: string) => ({
  sqlQuery: [
    'select',
    `  date_trunc('${grain}', ordered_at) as ordered_at,`,
    `  ${dimension},`,
    `  measure(${measure}) as ${measure}`,
    'from sales',
    'where not is_refund',
    `  and ordered_at >= date_trunc('${grain}', current_date) - interval '18 months'`,
    'group by 1, 2',
    'order by 1, 3 desc',
    'limit 5000',
  ].join('\n'),
})

const jsonOf = (measure: string, dimension: string, granularity: string) => ({
  jsonQuery: JSON.stringify({
    measures: [`sales.${measure}`],
    dimensions: [`sales.${dimension}`],
    timeDimensions: [{ dimension: 'sales.ordered_at', granularity, dateRange: 'last 18 months' }],
    filters: [{ member: 'sales.is_refund', operator: 'equals', values: ['false'] }],
    order: { 'sales.ordered_at': 'asc', [`sales.${measure}`]: 'desc' },
    limit: 5000,
  }),
})

const number = (index: number): string => String(index + 1).padStart(5, '0')

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
