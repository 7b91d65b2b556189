import fc from 'fast-check'
import type { SeedDashboard } from '../../packages/sandbox/seeds/dashboard.ts'
import { readDataModel, readSeed, type Seed } from '../../packages/sandbox/seeds/seed.ts'
import { dashboard, type Naming, perhaps } from './dashboards.ts'
import { ANA, MARIA } from './people.ts'
import { anything, freeForm, longText, name, queryText, slug } from './texts.ts'

/**
 * Whole tenants of at least 30 objects, as seeds: what people, older versions of the platform and other tools leave
 * behind. References are numbers, taken modulo what there is, so that any part can shrink on its own.
 */

const DATED = { userId: 2, createdAt: '2025-02-03T09:00:00.000Z', updatedAt: '2025-03-04T10:00:00.000Z' }
const DEEPEST = 10

/** The platform trims the names of folders. */
const folderName = name.map((text) => text.trim())
const folder = fc.record({ name: folderName, position: fc.integer({ min: -3, max: 300 }), parent: fc.option(fc.nat()) })

const published = fc.record({
  config: dashboard,
  title: perhaps(longText),
  description: perhaps(longText),
  allowEmbed: fc.boolean(),
  status: fc.constantFrom('published' as const, 'published' as const, 'published' as const, 'archived' as const),
  versionNumber: fc.integer({ min: 1, max: 99 }),
})

const workbook = fc.record({
  name,
  slug: fc.option(slug, { freq: 4 }),
  folder: fc.option(fc.nat()),
  meta: freeForm,
  calculatedFields: fc.oneof(fc.constant({}), freeForm),
  draft: fc.option(dashboard, { freq: 4 }),
  published: fc.option(published, { freq: 4 }),
})

const names = fc.array(fc.constantFrom('orders.count', 'orders.status', 'odd: name', ''), { maxLength: 3 })
const pivot = fc.record(
  {
    ...{ columns: names, measures: names, rows: names, filters: names },
    displayScale: fc.constantFrom('model' as const, 'millions' as const, null),
    showRowTotals: fc.constantFrom(true, false, null),
  },
  { requiredKeys: ['columns', 'measures', 'rows', 'filters'] },
)

const meta = fc
  .tuple(
    freeForm,
    fc.record(
      {
        kind: fc.oneof(fc.constantFrom('vega', 'table', 'kpi', 'html', 'map', 'sankey'), anything),
        spec: fc.oneof(longText, freeForm, anything),
        pythonCode: fc.oneof(longText, anything),
        fillMissingRows: anything,
        periodComparisons: anything,
        preferences: anything,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([rest, lifted]) => ({ ...rest, ...lifted }))

const report = fc.record({
  legacy: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  name,
  title: perhaps(name),
  description: perhaps(longText),
  place: fc.constantFrom('workbook', 'workbook', 'folder', 'both', 'root'),
  at: fc.nat(),
  sqlQuery: perhaps(longText),
  jsonQuery: perhaps(queryText),
  pivotItems: perhaps(pivot),
  meta: perhaps(meta),
  source: perhaps(fc.constantFrom('PLAYGROUND' as const, 'D3' as const, 'GOOGLE_SHEETS' as const, 'EXCEL' as const)),
  externalWorkbookId: perhaps(longText),
  resultLocation: perhaps(longText),
  endResultCell: perhaps(longText),
  version: fc.integer({ min: 1, max: 50 }),
})

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

/** Only a few, because each is a git repository. */
const MODELS: readonly ReadonlyMap<string, Uint8Array>[] = [
  readDataModel('acme'),
  new Map([
    ...readDataModel('acme'),
    ['cube.js', bytes('module.exports = {}\n')],
    ['model/cubes/odd: ünï.yml', bytes([0xef, 0xbb, 0xbf], 'cubes:\r\n  - name: odd\r\n    sql: "${var.schema}"\r\n')],
    ['model/code.js', bytes('cube(`a`, {})')],
    ['.hidden/notes.md', bytes('of a tool')],
    ['.env.example', bytes('A=1')],
    ['.gitignore', bytes('node_modules\n')],
    ['notes/CON.md', bytes('no line feed at the end')],
    ['notes/empty.md', bytes('')],
    ['notes/half.bin', bytes('a', [0xff, 0xfe, 0x00], 'b')],
  ]),
  new Map([['README.md', bytes('Nothing yet.\n')]]),
]

const BASE = readSeed('empty')

type Size = readonly [least: number, most: number]
const sized = <T>(item: fc.Arbitrary<T>, [minLength, maxLength]: Size) => fc.array(item, { minLength, maxLength })

/** Ids count from 1, across all kinds. */
const tenantOf = (sizes: Readonly<Record<'folders' | 'workbooks' | 'reports', Size>>): fc.Arbitrary<Seed> =>
  fc
    .record({
      folders: sized(folder, sizes.folders),
      workbooks: sized(workbook, sizes.workbooks),
      reports: sized(report, sizes.reports),
      dataModel: fc.constantFrom(...MODELS),
    })
    .map(({ folders, workbooks, reports, dataModel }): Seed => {
      const folderId = (index: number) => 1 + index
      const workbookId = (index: number) => 1 + folders.length + index
      const reportId = (index: number) => 1 + folders.length + workbooks.length + index
      const naming: Naming = (pick) => reportId(pick % reports.length)
      const inFolder = (pick: number | null) => (pick === null ? null : folderId(pick % folders.length))
      const slugs = firstOfEach(workbooks.map((each) => each.slug))
      return {
        ...BASE,
        folders: nest(folders).map((each, index) => ({ id: folderId(index), ...each, ...DATED })),
        workbooks: workbooks.map((each, index) => ({
          id: workbookId(index),
          name: each.name,
          slug: slugs[index] ?? null,
          folderId: inFolder(each.folder),
          meta: each.meta,
          calculatedFields: each.calculatedFields,
          dashboardDraft: each.draft?.(naming) ?? null,
          published: each.published && {
            ...each.published,
            publicId: `D${String(index).padStart(11, '0')}`,
            config: each.published.config(naming),
          },
          ...DATED,
        })),
        reports: reports.map(({ legacy, place, at, ...rest }, index) => ({
          id: reportId(index),
          publicId: legacy ? null : `R${String(index).padStart(11, 'x')}`,
          ...rest,
          workbookId: place === 'workbook' || place === 'both' ? workbookId(at % workbooks.length) : null,
          folderId: place === 'folder' || place === 'both' ? folderId(at % folders.length) : null,
          ...DATED,
        })),
        dataModel,
      }
    })

export const tenant = tenantOf({ folders: [5, 7], workbooks: [6, 8], reports: [19, 23] })

/** A seed with a schedule for each dashboard that people can see, each at a minute of its own. */
const withSchedules = (seed: Seed): Seed => ({
  ...seed,
  notifications: seed.workbooks.flatMap((workbook, index): Seed['notifications'] => {
    if (workbook.slug === null || workbook.published?.status !== 'published') return []
    const [odd, member] = [index % 2 === 1, 'orders.status']
    return [
      {
        ...{ id: 900 + index, workbookId: workbook.id, cronExpression: `${index} 7 * * 1`, timezone: 'Europe/Zurich' },
        ...{ humanReadableSchedule: '', isEnabled: odd, notificationEnabled: !odd, notificationAiSummary: odd },
        ...{ notificationFormat: odd ? 'png' : 'pdf', recipients: recipientsOf(index) },
        filters: odd ? [] : [{ member, operator: 'equals', value: ['open'] }],
        timeGrains: odd ? null : [{ member, grain: 'month' }],
        memberSwitchers: [{ member, selected: 'status' }],
      },
    ]
  }),
})

/** A seed with groups in which are nobody, one and both, and one of which a directory fills. */
const withGroups = (seed: Seed): Seed => ({
  ...seed,
  users: [...seed.users.filter(({ id }) => id !== ANA.id), ANA],
  account: {
    ...seed.account,
    userAttributes: [
      { id: 1, name: 'region', type: 'string', displayName: 'Region', description: 'Where', defaultValue: 'EMEA' },
      { id: 2, name: 'Costs', type: 'number_array' },
    ],
    roles: [
      { name: 'Nobody in particular', policies: [], userIds: [] },
      {
        ...{ name: 'Sellers', description: 'Those who sell', userIds: [MARIA.id] },
        policies: [
          { resourceType: 'Deployment', actions: ['ReportRead', 'DeploymentRead'], resources: ['2', '1'] },
          { resourceType: 'Deployment', actions: ['DownloadData', 'ReportRead'], resources: ['2', '77'] },
          { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
        ],
      },
    ],
    settings: {
      ...{ auditLogEnabled: true, auditLogEnabledCurrent: true, auditLogEnabledTimestamp: 1_767_225_600_000 },
      ...{ hasSupportAccess: true, useAIBIUserInterface: false, oidcEnabled: false },
      ...{ maintenanceWindowEnabled: true, maintenanceWindowDay: 'Saturday', maintenanceWindowTime: '03:00' },
    },
    groups: ['Board', 'analysts', 'All of Sales'].map((name, index) => ({
      ...{ id: index + 1, name, members: [MARIA.id, ANA.id].slice(0, index) },
      ...(index === 2 ? { externalId: 'directory-7' } : {}),
      ...{ createdAt: ANA.createdAt, updatedAt: ANA.updatedAt },
    })),
  },
})

type SeedTenant = Seed['access']['embedTenants'][number]
const TENANTS: readonly SeedTenant[] = [
  { id: 1, name: 'nobody' },
  { id: 2, name: 'initech', groups: [{ name: 'Editors', description: 'They write' }] },
  { id: 3, name: 'globex-2', groups: [{ name: 'Editors' }, { name: 'all / some' }] },
]

const withTenants = (seed: Seed, embedTenants: readonly SeedTenant[]): Seed => ({
  ...seed,
  access: { ...seed.access, embedTenants: [...embedTenants] },
})

/** Whatever else is in an account, the application that embeds dashboards has made the tenants. */
const withTenantsAlone = (seed: Seed): Seed =>
  withTenants(
    seed,
    TENANTS.map(({ groups: _, ...tenant }) => tenant),
  )

export const withLists = (seed: Seed): Seed => withTenants(withGroups(withSchedules(seed)), TENANTS)

/** Nobody, the first user, or both. */
const recipientsOf = (index: number): Seed['notifications'][number]['recipients'] =>
  [MARIA, ANA]
    .slice(0, index % 3)
    .map(({ id, email, username }) => ({ type: 'USER' as const, userId: id, email, username }))

/** For properties that do much with each tenant: few objects, with names as the platform keeps them. */
export const smallTenant = tenantOf({ folders: [2, 3], workbooks: [3, 4], reports: [4, 7] })
  .map(asStored)
  .map(withLists)

/**
 * Content that somebody else already has: one report has the public id of one of ours, everything else has other
 * names.
 */
export const neighbours = tenantOf({ folders: [1, 1], workbooks: [1, 2], reports: [2, 3] })
  .map(asStored)
  .map(withTenantsAlone)
  .map((seed) => ({
    ...seed,
    workbooks: seed.workbooks.map((workbook) => ({
      ...workbook,
      slug: workbook.slug === null ? null : `other ${workbook.slug}`,
      published: workbook.published && { ...workbook.published, publicId: `E${workbook.published.publicId.slice(1)}` },
    })),
    reports: seed.reports.map((report, index) => ({
      ...report,
      publicId: index === 0 ? report.publicId : report.publicId && `Q${report.publicId.slice(1)}`,
    })),
  }))

export const NOBODY: Seed = withTenantsAlone(asStored(BASE))

/** Every call trims names and titles, and refuses a widget whose report is not a whole number. */
function asStored(seed: Seed): Seed {
  const named = <T extends { name: string }>(one: T): T => ({ ...one, name: one.name.trim() })
  const writable = (dashboard: SeedDashboard | null): SeedDashboard | null =>
    dashboard && {
      ...dashboard,
      widgets: dashboard.widgets?.map((one) =>
        one.config?.['reportId'] === 1.5 ? { ...one, config: { ...one.config, reportId: null } } : one,
      ),
    }
  return {
    ...seed,
    users: [...seed.users, ANA],
    folders: seed.folders.map(named),
    workbooks: seed.workbooks.map(named).map((workbook) => ({
      ...workbook,
      dashboardDraft: writable(workbook.dashboardDraft),
      published: workbook.published && {
        ...workbook.published,
        config: writable(workbook.published.config) ?? {},
      },
    })),
    reports: seed.reports.map(named).map((report) => ({ ...report, title: report.title?.trim() })),
  }
}

interface Nested {
  readonly name: string
  readonly position: number
  readonly parentId: number | null
}

/** A folder's parent comes before it, and folders nest no deeper than the platform allows. */
function nest(folders: readonly { name: string; position: number; parent: number | null }[]): Nested[] {
  const depths: number[] = []
  return folders.map(({ name, position, parent }, index) => {
    const above = parent === null || index === 0 ? undefined : parent % index
    const isTooDeep = above !== undefined && (depths[above] ?? 0) >= DEEPEST
    const holder = isTooDeep ? undefined : above
    depths.push(holder === undefined ? 1 : (depths[holder] ?? 0) + 1)
    return { name, position, parentId: holder === undefined ? null : 1 + holder }
  })
}

/** Later objects with the same slug get none. */
const firstOfEach = (slugs: readonly (string | null)[]): (string | null)[] =>
  slugs.map((each, index) => (slugs.indexOf(each) === index ? each : null))
