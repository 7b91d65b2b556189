import fc from 'fast-check'
import { objectOf, stringifyJson } from '../../packages/common/json.ts'
import { hostileText, jsonMap, jsonValue } from '../../packages/common/test/yaml/values.ts'
import type {
  DashboardConfig,
  DashboardWidget,
  Dashboard as WirePublication,
} from '../../packages/platform/api/dashboards.ts'
import type { EmbedAccessResponse } from '../../packages/platform/api/embed-access.ts'
import type { Folder } from '../../packages/platform/api/folders.ts'
import type { Report } from '../../packages/platform/api/reports.ts'
import type { Workbook } from '../../packages/platform/api/workbooks.ts'
import { LIFTED } from '../../src/content/fields.ts'
import { WIDGET_TYPES } from '../../src/content/limits.ts'

/** Rows as the platform answers them, and generators of such rows with everything hostile in every field. */

const STAMP = '2026-01-02T03:04:05.000Z'
const OWNER = { id: 7, email: 'ada@acme.example', firstName: 'Ada', picture: null }
const DATED = { createdAt: STAMP, updatedAt: STAMP }

export const folder = (
  id: number,
  name: string,
  parentId: number | null = null,
  more: Partial<Folder> = {},
): Folder => ({
  id,
  deploymentId: 2,
  name,
  position: 0,
  type: 'FOLDER',
  parentId,
  ...DATED,
  ...more,
})

export const workbook = (id: number, name: string, more: Partial<Workbook> = {}): Workbook => ({
  id,
  name,
  deploymentId: 2,
  type: 'WORKBOOK',
  meta: {},
  calculatedFields: {},
  slug: null,
  folderId: null,
  dashboardDraft: null,
  dashboardPublished: null,
  publishedDashboard: null,
  ...DATED,
  ...more,
})

export const report = (id: number, name: string, more: Partial<Report> = {}): Report => ({
  id,
  publicId: `R${String(id).padStart(11, '0')}`,
  deploymentId: 2,
  type: 'REPORT',
  name,
  userId: 7,
  user: OWNER,
  refreshedByUser: OWNER,
  title: null,
  workbookId: null,
  folderId: null,
  sqlQuery: null,
  jsonQuery: null,
  pivotItems: null,
  meta: null,
  source: null,
  version: 1,
  externalWorkbookId: null,
  resultLocation: null,
  endResultCell: null,
  ...DATED,
  ...more,
})

export const publication = (
  workbookId: number,
  config: DashboardConfig,
  more: Partial<WirePublication> = {},
): WirePublication => ({
  id: 9,
  publicId: 'dash-9',
  deploymentId: 2,
  workbookId,
  status: 'published',
  allowEmbed: false,
  config,
  versionNumber: 1,
  versionId: 1,
  reportSnapshots: [],
  ...more,
})

export const chart = (id: string, reportId?: unknown, more: Partial<DashboardWidget> = {}): DashboardWidget => ({
  id,
  type: 'CHART',
  position: { x: 0, y: 0, w: 6, h: 4 },
  ...(reportId === undefined ? {} : { config: { reportId } }),
  ...more,
})

const nullish = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant(null), fc.constant(undefined))
const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
const freeForm = jsonMap as fc.Arbitrary<Record<string, unknown>>
const name = hostileText.filter((text) => text.length < 200)
const NUMBERS = [101, 102, 103]
const number = fc.constantFrom(...NUMBERS)

export const anyFolder: fc.Arbitrary<Folder> = fc
  .record({ name, position: fc.integer(), parentId: nullish(fc.constantFrom(11, 12)) })
  .map((value) => given({ ...folder(31, ''), ...value }) as Folder)

const lifted = fc.constantFrom(...LIFTED)
const meta = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.tuple(lifted, jsonValue) },
      { weight: 1, arbitrary: freeForm.map((map) => Object.entries(map)[0] ?? (['x', 1] as const)) },
    ),
  )
  .map((entries) => objectOf(entries as [string, unknown][]))
  .map((map) => objectOf(Object.entries(map).filter(([key]) => key !== 'boardwright' && key !== 'dashboardDraft')))

export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    name,
    title: nullish(hostileText),
    sqlQuery: nullish(hostileText),
    jsonQuery: nullish(fc.oneof(freeForm.map(stringifyJson), hostileText)),
    pivotItems: nullish(
      fc
        .record({
          columns: fc.array(hostileText),
          measures: fc.array(hostileText),
          rows: fc.array(hostileText),
          filters: fc.array(hostileText),
          showRowTotals: nullish(fc.boolean()),
          more: jsonValue,
        })
        .map(given),
    ),
    meta: nullish(meta),
    workbookId: nullish(fc.constantFrom(21, 22)),
    folderId: nullish(fc.constantFrom(11, 12)),
    source: nullish(fc.constantFrom('GOOGLE_SHEETS' as const, 'EXCEL' as const, 'PLAYGROUND' as const, 'D3' as const)),
    externalWorkbookId: nullish(hostileText),
    resultLocation: nullish(hostileText),
    endResultCell: nullish(hostileText),
  })
  .map((value) => given({ ...report(101, ''), ...value }) as Report)

const position = fc.record({ x: fc.integer(), y: fc.integer(), w: fc.integer(), h: fc.integer() })
const withReport = fc.tuple(
  freeForm,
  fc.constantFrom('reportId', 'reportIds'),
  fc.oneof(number, fc.array(number), jsonValue),
)

const anyWidget: fc.Arbitrary<DashboardWidget> = fc
  .record({
    id: hostileText,
    type: fc.constantFrom(...WIDGET_TYPES),
    position,
    responsiveLayouts: nullish(fc.record({ lg: nullish(position), xs: nullish(position) }).map(given)),
    config: nullish(
      fc.oneof(
        freeForm,
        withReport.map(([map, key, value]) => objectOf([...Object.entries(map), [key, value]])),
      ),
    ),
    style: nullish(freeForm),
  })
  .map((value) => given(value) as DashboardWidget)

export const anyConfig: fc.Arbitrary<DashboardConfig> = fc
  .record({
    kind: nullish(fc.constantFrom('CLASSIC' as const, 'APP' as const)),
    title: nullish(hostileText),
    description: nullish(hostileText),
    layout: nullish(
      fc
        .record({ rowHeight: nullish(fc.integer()), margin: nullish(fc.array(fc.integer())), more: jsonValue })
        .map(given),
    ),
    settings: nullish(freeForm),
    theme: nullish(freeForm),
    app: nullish(
      fc
        .record({
          entry: nullish(hostileText.filter((text) => text.length <= 255)),
          html: nullish(hostileText),
          manifest: nullish(fc.record({ version: nullish(fc.integer()), more: jsonValue }).map(given)),
          files: nullish(
            fc.array(fc.tuple(hostileText, hostileText)).map((files) => objectOf(files) as Record<string, string>),
          ),
        })
        .map(given),
    ),
    widgets: nullish(fc.array(anyWidget, { maxLength: 4 })),
  })
  .map((value) => given(value) as DashboardConfig)

export const anyWorkbook: fc.Arbitrary<Workbook> = fc
  .record({
    name: hostileText,
    slug: name.filter((text) => text.trim() !== ''),
    folderId: nullish(fc.constantFrom(11, 12)),
    meta: freeForm.map((map) =>
      objectOf(Object.entries(map).filter(([key]) => key !== 'boardwright' && key !== 'dashboardDraft')),
    ),
    draft: nullish(anyConfig),
    published: fc.option(
      fc.record({
        config: anyConfig,
        status: fc.constantFrom('published' as const, 'archived' as const),
        allowEmbed: fc.boolean(),
        title: nullish(hostileText),
        description: nullish(hostileText),
      }),
    ),
  })
  .map(({ draft, published, ...value }) =>
    given({
      ...workbook(21, ''),
      ...value,
      dashboardDraft: draft,
      publishedDashboard: published
        ? given(publication(21, published.config, published as Partial<WirePublication>))
        : null,
    } as Workbook),
  )

export const anyEmbedAccess: fc.Arbitrary<EmbedAccessResponse> = fc.record({
  allowEmbed: fc.boolean(),
  allEmbedUsers: fc.record({ enabled: fc.boolean(), action: fc.constantFrom('read' as const, 'none' as const) }),
  tenants: fc.uniqueArray(
    fc.record({
      embedTenantName: fc.constantFrom('northwind', 'constructor', '__proto__', '10'),
      groupId: fc.nat(),
      action: fc.constantFrom('read' as const, 'none' as const),
    }),
    { selector: ({ embedTenantName }) => embedTenantName },
  ),
})
