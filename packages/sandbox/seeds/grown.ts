import type { SeedDashboard } from './dashboard.ts'
import { dates, mulberry32, pick, publicId, times } from './made.ts'
import { readDataModel, readSeed, type Seed, type SeedFolder, type SeedReport, type SeedWorkbook } from './seed.ts'

const WORKBOOKS = 60
const REPORTS = 500
/** Unique in the seed. */
const FIRST_WORKBOOK = 101
const FIRST_REPORT = 1001
/** One report in this many is in no workbook. */
const LOOSE_EVERY = 9
/** This many reports name a member that the data model no longer has. */
const OUTDATED = 200

/** An account after three years of habits, in two languages. Deterministic. */
export function grownSeed(): Seed {
  const acme = readSeed('acme')
  const reports = times(REPORTS, (index) => makeReport(index, (index * 7919) % REPORTS < OUTDATED))
  return {
    ...readSeed('empty'),
    users: acme.users,
    folders: FOLDERS.map(makeFolder),
    workbooks: times(WORKBOOKS, (index) => makeWorkbook(index, reports)),
    reports,
    dataModel: readDataModel('acme'),
  }
}

/** By name, with the number of the parent folder. The personal ones come last. */
const FOLDERS: readonly (readonly [name: string, parent: number | null, user: number])[] = [
  ['Sales', null, 2],
  ['Vertrieb', null, 2],
  ['Finance', null, 3],
  ['Finanzen (alt)', 3, 3],
  ['Archive 2023', null, 2],
  ['Archiv 2024', 5, 2],
  ['Archiv 2024', null, 4],
  ['Product / Produkt', null, 4],
  ['TEST - bitte nicht löschen', null, 5],
  ['Maria', null, 2],
  ['Jonas privat', null, 3],
  ['priya scratch', null, 4],
  ['tmp', 12, 4],
]

const makeFolder = ([name, parentId, userId]: (typeof FOLDERS)[number], index: number): SeedFolder => ({
  id: index + 1,
  name,
  parentId,
  position: index % 4,
  userId,
  ...dates(index),
})

const SUBJECTS = [
  'Revenue',
  'Umsatz',
  'Pipeline',
  'Margin',
  'Marge',
  'Kunden',
  'Customers',
  'Lager',
  'Churn',
  'OKR',
] as const
const SPANS = ['weekly', 'pro Monat', 'Q3', '2023', 'per region', 'je Filiale', 'FINAL', 'v2', 'neu'] as const
const PREFIXES = ['', '', '', '', 'Copy of ', 'Copy of Copy of ', 'Kopie von ', 'OLD ', 'ALT: '] as const

function nameOf(kind: string, index: number): string {
  const random = mulberry32(kind.charCodeAt(0) * 7_919 + index)
  return `${pick(random, PREFIXES)}${pick(random, SUBJECTS)} ${pick(random, SPANS)}`
}

const workbookOf = (index: number): number | null =>
  index % LOOSE_EVERY === 8 ? null : FIRST_WORKBOOK + (index % WORKBOOKS)

function makeWorkbook(index: number, reports: readonly SeedReport[]): SeedWorkbook {
  const id = FIRST_WORKBOOK + index
  const own = reports.filter(({ workbookId }) => workbookId === id)
  const name = nameOf('W', index)
  const config = makeDashboard(name, index, own)
  const isPublished = index % 6 !== 5
  const hasDraft = !isPublished || index % 7 === 3
  return {
    id,
    name,
    slug: index % 10 === 0 ? `${pick(mulberry32(index), ['umsatz', 'board', 'kpi'])}-${index}` : null,
    folderId: index % 5 === 4 ? null : (index % FOLDERS.length) + 1,
    userId: 2 + (index % 3),
    meta: index % 4 === 0 ? { icon: 'chart', tags: ['import', index] } : {},
    calculatedFields: {},
    dashboardDraft: hasDraft ? { ...config, title: `${name} (WIP)`, widgets: config.widgets?.slice(0, -1) } : null,
    published: isPublished
      ? {
          publicId: publicId('G', index),
          title: name,
          description: null,
          allowEmbed: index % 8 === 0,
          status: 'published',
          versionNumber: 1 + (index % 40),
          config,
        }
      : null,
    ...dates(index),
  }
}

/** Older workbooks have tabs in the older form, and just a column of charts. */
function makeDashboard(title: string, index: number, reports: readonly SeedReport[]): SeedDashboard {
  const isOld = index % 3 === 0
  const tabs = {
    tabs: [
      { id: '1', title: 'Übersicht' },
      { id: '2', title: 'Details' },
    ],
  }
  return {
    kind: isOld ? null : 'CLASSIC',
    title,
    widgets: [
      ...(isOld
        ? [{ id: 'tabs', type: 'TABS_CONTAINER' as const, position: { x: 0, y: 0, w: 12, h: 8 }, config: tabs }]
        : []),
      ...reports.slice(0, 6).map((report, place) => ({
        id: `w${report.id}`,
        type: 'CHART' as const,
        position: isOld ? { x: 0, y: place * 4, w: 12, h: 4 } : { x: (place % 2) * 6, y: place * 3, w: 6, h: 6 },
        config: isOld ? { reportId: report.id, parentId: 'tabs', tabId: '1' } : { reportId: report.id },
      })),
    ],
  }
}

const GONE = ['sales.old_margin', 'sales.kunde', 'orders_v1.count', 'sales.region_code'] as const
/** What people leave behind when they try something out. */
const BROKEN = ['', '{"measures": [', 'select count(*) frm sales', 'select -- TODO'] as const
/** `pivot` is older than today's kinds. */
const KINDS = ['table', 'table', 'vega', 'vega', 'kpi', 'pivot', null] as const

function makeReport(index: number, isOutdated: boolean): SeedReport {
  const random = mulberry32(31_337 + index)
  const measure = isOutdated ? pick(random, GONE) : pick(random, ['sales.count', 'sales.net_revenue', 'sales.margin'])
  const dimension = pick(random, ['sales.channel', 'sales.status', 'sales.customers_city'])
  const jsonQuery = JSON.stringify({ measures: [measure], dimensions: [dimension], limit: 500 })
  const sqlQuery = `select ${dimension.slice(6)}, measure(count) from sales group by 1`
  const broken = pick(random, BROKEN)
  const isBroken = !isOutdated && index % 25 === 7
  const query = isBroken
    ? broken.startsWith('{')
      ? { jsonQuery: broken }
      : { sqlQuery: broken }
    : isOutdated || index % 3 > 0
      ? { jsonQuery }
      : { sqlQuery }
  return {
    id: FIRST_REPORT + index,
    // The oldest reports are older than stable ids.
    publicId: index < 45 ? null : publicId('H', index),
    name: nameOf('R', index),
    title: index % 2 === 0 ? nameOf('T', index) : null,
    workbookId: workbookOf(index),
    folderId: workbookOf(index) === null && index % 2 === 0 ? 10 + (index % 4) : null,
    userId: 2 + (index % 3),
    ...query,
    meta: index % 11 === 10 ? null : { kind: pick(random, KINDS), spec: {}, pinnedBy: null },
    source: pick(random, ['PLAYGROUND', 'PLAYGROUND', 'PLAYGROUND', 'D3', null]),
    version: 1 + (index % 60),
    ...dates(index),
  }
}
