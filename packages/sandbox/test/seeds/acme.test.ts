import { describe, expect, test } from 'vitest'
import { JsonNumber } from '../../../common/json.ts'
import { DashboardConfigInput, WidgetTypeInput } from '../../../platform/api/dashboards.ts'
import { NotificationDto, NotificationRecipient } from '../../../platform/api/notifications.ts'
import { ReportSnapshot } from '../../../platform/api/snapshots.ts'
import { readSeed } from '../../seeds/seed.ts'
import { placeholderOf } from '../../store/public-ids.ts'
import { reportIdsOf } from '../../store/references.ts'
import {
  compileSeed,
  dashboardsOf,
  emptyCells,
  layoutFaults,
  measuresInSql,
  membersIn,
  modelMembers,
  queryOf,
} from './support.ts'

const acme = readSeed('acme')
const folderNamed = (name: string) => acme.folders.find((folder) => folder.name === name)
const workbookNamed = (name: string) => acme.workbooks.find((workbook) => workbook.name === name)
const reportNamed = (name: string) => acme.reports.find((report) => report.name === name)
const metaOf = (name: string) => reportNamed(name)?.meta ?? {}
const widgetsOf = (name: string) => workbookNamed(name)?.published?.config.widgets ?? []

describe('the company', () => {
  test('has three departments, 6 workbooks and one without a slug, and 20 reports', () => {
    expect(acme.folders.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sales', 'Finance', 'Product']))
    expect(acme.workbooks.filter(({ slug }) => slug !== null)).toHaveLength(6)
    expect(acme.workbooks.filter(({ slug }) => slug === null)).toHaveLength(1)
    expect(acme.reports).toHaveLength(20)
    expect(acme.folders.filter(({ parentId }) => parentId !== null)).toHaveLength(1)
  })

  test('gives the keys to an admin and to a member', () => {
    const [admin] = acme.users.filter(({ isAdmin }) => isAdmin)
    const [member] = acme.users.filter(({ isAdmin }) => !isAdmin)
    expect([admin?.email, member?.email]).toEqual(['ci-bot@acme.com', 'maria@acme.com'])
  })

  test('has a folder that the member sees only for navigation, and a hidden one', () => {
    const maria = acme.users.find(({ email }) => email === 'maria@acme.com')?.id
    const granted = acme.access.grants.filter(({ userId }) => userId === maria)
    expect(granted).toContainEqual({ type: 'WORKBOOK', id: workbookNamed('Cash')?.id, userId: maria, action: 'read' })
    expect(granted).toContainEqual({
      type: 'FOLDER',
      id: folderNamed('Experiments')?.id,
      userId: maria,
      action: 'edit',
    })
    const hidden = folderNamed('../../etc')
    expect(hidden?.userId).not.toBe(maria)
    expect(granted.map(({ id }) => id)).not.toContain(hidden?.id)
  })
})

describe('Revenue overview', () => {
  const overview = workbookNamed('Revenue overview')

  test('is in Sales, at version 14, with two schedules and one tenant', () => {
    expect(overview).toMatchObject({ slug: 'revenue-overview', folderId: folderNamed('Sales')?.id })
    expect(overview?.published).toMatchObject({ versionNumber: 14, allowEmbed: true })
    expect(acme.notifications.filter(({ workbookId }) => workbookId === overview?.id)).toHaveLength(2)
    expect(acme.access.embedAccess.filter(({ workbookId }) => workbookId === overview?.id)).toHaveLength(1)
  })

  test('has its five widgets in their places', () => {
    expect(widgetsOf('Revenue overview').map(({ config, position }) => [config?.['title'], position])).toEqual([
      ['Revenue by month', { x: 0, y: 0, w: 8, h: 6 }],
      ['Top customers', { x: 0, y: 6, w: 8, h: 6 }],
      ['Net revenue', { x: 8, y: 0, w: 4, h: 4 }],
      ['Orders', { x: 8, y: 4, w: 4, h: 3 }],
      ['Region', { x: 8, y: 7, w: 4, h: 5 }],
    ])
    expect(widgetsOf('Revenue overview')[2]?.config).toMatchObject({ numberFormat: '$0,0' })
  })

  test('asks one view, so that its filter reaches all of it', () => {
    for (const name of ['Revenue by month', 'Top customers', 'Net revenue', 'Orders'])
      expect(
        reportNamed(name)
          ?.jsonQuery?.match(/\b\w+(?=\.\w)/g)
          ?.filter((owner) => owner !== 'sales'),
      ).toEqual([])
  })
})

describe('Finance', () => {
  test('shows a report of another workbook on the board pack, which waits for a review', () => {
    const pack = workbookNamed('Board pack')
    const report = reportNamed('Revenue by month')
    expect(pack).toMatchObject({ folderId: folderNamed('Finance')?.id, requiresReview: true })
    expect(reportIdsOf(pack?.published?.config)).toContain(report?.id)
    expect(report?.workbookId).not.toBe(pack?.id)
    expect(pack?.dashboardDraft).not.toEqual(pack?.published?.config)
  })

  test('filters cash by region, and has the closing balance at hand', () => {
    const [byDay] = acme.reports.filter(({ name }) => name === 'Cash by day')
    expect(byDay?.workbookId).toBe(workbookNamed('Cash')?.id)
    expect(byDay && membersIn(queryOf(byDay))).toContain('cash.region')
    expect(membersIn(acme.reports.map(queryOf))).toContain('cash.closing')
  })
})

describe('published and draft', () => {
  test('differ in one workbook, and one was never published', () => {
    const published = acme.workbooks.filter((workbook) => workbook.published !== null)
    const unpublished = acme.workbooks.filter((workbook) => workbook.published === null)
    const inProgress = published.filter(
      ({ dashboardDraft, published: live }) =>
        dashboardDraft && JSON.stringify(dashboardDraft) !== JSON.stringify(live?.config),
    )
    expect(inProgress.map(({ name }) => name)).toEqual(['Board pack'])
    expect(unpublished.map(({ name }) => name)).toEqual(['Pricing experiment'])
  })

  test('Pipeline, in Sales and in no workbook, was edited after viewers got it', () => {
    const pipeline = reportNamed('Pipeline')
    expect(pipeline).toMatchObject({ folderId: folderNamed('Sales')?.id, version: 5 })
    expect(pipeline?.workbookId).toBeUndefined()
    const [outdated] = workbookNamed('Weekly sales meeting')?.published?.outdatedSnapshots ?? []
    expect(outdated).toMatchObject({ reportId: pipeline?.id, versionNumber: 4 })
    expect(outdated?.sqlQuery).not.toBe(pipeline?.sqlQuery)
  })
})

describe('reports', () => {
  test('are of every kind, each with its fields in meta', () => {
    expect(new Set(acme.reports.flatMap(({ meta }) => meta?.['kind'] ?? []))).toEqual(
      new Set(['vega', 'table', 'kpi', 'html', 'map', 'sankey']),
    )
    expect(Object.keys(metaOf('Cash forecast'))).toContain('pythonCode')
    expect(Object.keys(metaOf('Cash by day'))).toContain('fillMissingRows')
    expect(Object.keys(metaOf('Net revenue'))).toContain('periodComparisons')
    expect(Object.keys(metaOf('Top customers'))).toContain('preferences')
  })

  const lifted = ['kind', 'spec', 'pythonCode', 'fillMissingRows', 'periodComparisons', 'preferences'] as const
  test.each(lifted)('have a %s that a snapshot can show', (key) => {
    for (const { name, meta } of acme.reports) {
      expect(ReportSnapshot.shape[key].safeParse(meta?.[key]), name).toMatchObject({ success: true })
    }
  })

  test('come from SQL, from JSON queries, as a pivot, and from a spreadsheet', () => {
    expect(acme.reports.every(({ sqlQuery, jsonQuery }) => (sqlQuery == null) !== (jsonQuery == null))).toBe(true)
    expect(reportNamed('Orders by Region')?.pivotItems?.rows).toHaveLength(2)
    expect(reportNamed('Budget 2027')).toMatchObject({
      source: 'GOOGLE_SHEETS',
      externalWorkbookId: reportNamed('Budget 2027')?.externalWorkbookPlacements?.[0]?.workbookId,
    })
  })

  test('without stable ids: three, two of them with the same placeholder wherever ids start', () => {
    const legacy = acme.reports.flatMap(({ id, publicId }, index) => (publicId === null ? [{ id, index }] : []))
    expect(legacy).toHaveLength(3)
    for (const offset of [0, 100_001, 200_014]) {
      expect(new Set(legacy.map(({ index }) => placeholderOf(index + offset))).size).toBe(2)
      expect(new Set(legacy.map(({ id }) => placeholderOf(id + offset))).size).toBe(2)
    }
  })

  test('have names that are hard for any file system', () => {
    const names = [...acme.folders, ...acme.workbooks, ...acme.reports].map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['../../etc', 'CON']))
    expect(names.filter((name) => /\u001b\[/.test(name) && /\u202e/.test(name))).toHaveLength(1)
    expect(
      names.filter((name) => name.length > 200 && name.length <= 255 && /\p{Emoji_Presentation}/u.test(name)),
    ).toHaveLength(1)
    const lower = names.map((name) => name.toLowerCase())
    expect(lower.filter((name, index) => lower.indexOf(name) !== index)).toEqual(['orders by region'])
  })
})

describe('what JSON could lose', () => {
  test('is kept: a number of 20 digits, keys that look like numbers in their order, null, and empty lists', () => {
    expect(metaOf('Margin by category')['lastRun']).toMatchObject({
      jobId: new JsonNumber('18446744073709551557'),
      seconds: 0.412,
      warnings: [],
      error: null,
    })
    expect(Object.keys(metaOf('Top customers')['columnWidths'] ?? {})).toEqual(['2', '0', '1', '10'])
    expect(metaOf('Top customers')['hiddenColumns']).toEqual([])
    expect(Object.keys(workbookNamed('Pricing experiment')?.meta['variants'] ?? {})).toEqual(['1', '0', '02'])
  })

  test('and Windows line ends', () => {
    expect(reportNamed('Stock on hand')?.sqlQuery).toContain('\r\n')
  })
})

describe('dashboards', () => {
  test('use every type of widget, and one stored type of old', () => {
    const used = new Set(dashboardsOf(acme).flatMap(({ widgets }) => (widgets ?? []).map(({ type }) => type)))
    expect(used).toEqual(new Set(WidgetTypeInput.options))
    const tabs = widgetsOf('Weekly sales meeting').find(({ config }) => config?.['layout'] === 'tabs')
    expect(tabs?.type).toBe('CONTAINER')
  })

  test('may be published as they are', () => {
    for (const dashboard of dashboardsOf(acme)) {
      expect(DashboardConfigInput.safeParse(dashboard), dashboard.title ?? '').toMatchObject({ success: true })
    }
  })

  test('fill a grid of 12 columns: no overlap, nothing outside, no hole', () => {
    const classic = dashboardsOf(acme).filter(({ kind }) => kind !== 'APP')
    for (const dashboard of classic) {
      expect(layoutFaults(dashboard), dashboard.title ?? '').toEqual([])
      expect(emptyCells(dashboard), dashboard.title ?? '').toBe(0)
      for (const breakpoint of ['lg', 'md', 'sm', 'xs', 'xxs'] as const) {
        expect(layoutFaults(dashboard, breakpoint), `${dashboard.title} on ${breakpoint}`).toEqual([])
      }
    }
  })

  test('place widgets in widgets that exist', () => {
    for (const { widgets } of dashboardsOf(acme)) {
      const holders = new Map(widgets?.map(({ id, type }) => [id, type]))
      const parents = (widgets ?? []).flatMap(({ config }) => config?.['parentId'] ?? [])
      for (const parent of parents)
        expect(['PARENT', 'CONTAINER', 'TABS_CONTAINER']).toContain(holders.get(String(parent)))
    }
  })

  test('of charts name a report each', () => {
    for (const { widgets } of dashboardsOf(acme)) {
      for (const { id, type, config } of widgets ?? []) {
        if (type === 'CHART') expect(config?.['reportId'], id).toBeTypeOf('number')
      }
    }
  })

  test('of kind APP name reports by public id, and have their entry among their files', () => {
    const app = workbookNamed('Order explorer')?.published?.config.app
    const sources = Object.values(app?.files ?? {}).join('\n')
    for (const name of ['Active cafés', 'Orders per hour']) expect(sources).toContain(reportNamed(name)?.publicId)
    expect(Object.keys(app?.files ?? {})).toContain(app?.entry)
    expect(app?.html).toContain('<div id="root">')
  })
})

describe('the data model', () => {
  const members = modelMembers(acme)

  test('has 6 to 10 files and compiles', () => {
    expect(acme.dataModel.size).toBeGreaterThanOrEqual(6)
    expect(acme.dataModel.size).toBeLessThanOrEqual(10)
    expect(compileSeed(acme).entries.map(({ kind }) => kind)).toEqual([...Array(7).fill('cube'), 'view', 'view'])
    expect(compileSeed(acme)).toMatchObject({ valid: true, errors: [], unchecked: [] })
  })

  test.each(acme.reports.map((report) => [report.name, report] as const))('has what "%s" asks for', (_name, report) => {
    const { meta, pivotItems, sqlQuery } = report
    const named = [queryOf(report), pivotItems, meta?.['fillMissingRows'], meta?.['periodComparisons']].flatMap(
      membersIn,
    )
    const measured = measuresInSql(sqlQuery ?? '', compileSeed(acme))
    expect([...named, ...measured].filter((member) => !members.has(member))).toEqual([])
  })

  test('has what widgets and schedules filter by', () => {
    const controls = dashboardsOf(acme).flatMap(({ widgets }) =>
      (widgets ?? []).filter(({ type }) => ['FILTER', 'TIME_GRAIN', 'FIELD'].includes(type)),
    )
    const schedules = acme.notifications.map(({ filters, timeGrains }) => [filters, timeGrains])
    const named = membersIn([controls.map(({ config }) => config), schedules])
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((member) => !members.has(member))).toEqual([])
  })
})

test('schedules and recipients are what the API answers', () => {
  for (const { recipients, ...schedule } of acme.notifications) {
    expect(NotificationDto.safeParse({ ...schedule, dashboardId: 1, deploymentId: 2 })).toMatchObject({ success: true })
    for (const recipient of recipients) {
      expect(NotificationRecipient.safeParse(recipient)).toMatchObject({ success: true })
    }
  }
})
