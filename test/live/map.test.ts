import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { objectOf } from '../../packages/common/json.ts'
import type { DashboardConfig, DashboardWidget } from '../../packages/platform/api/dashboards.ts'
import type { Report } from '../../packages/platform/api/reports.ts'
import type { Workbook } from '../../packages/platform/api/workbooks.ts'
import { canonicalText } from '../../src/content/digest.ts'
import { type FIELDS, neededFields } from '../../src/content/fields.ts'
import { DashboardFile, ReportFile } from '../../src/content/files.ts'
import type { FolderPath } from '../../src/content/model.ts'
import { readQuery } from '../../src/content/query.ts'
import { dashboardFromWire, fromDashboard, type NumberOf, reportNumbersIn } from '../../src/live/map/dashboard.ts'
import { fromEmbedAccess, toEmbedAccess } from '../../src/live/map/embed-access.ts'
import { fromFolder, toFolder } from '../../src/live/map/folder.ts'
import { fromReport, toReport } from '../../src/live/map/report.ts'
import { dashboardsOf, fromWorkbook, workbookFromWire } from '../../src/live/map/workbook.ts'
import { isLong } from '../support/long.ts'
import {
  anyConfig,
  anyEmbedAccess,
  anyFolder,
  anyReport,
  anyWorkbook,
  chart,
  publication,
  report,
  workbook,
} from './wire.ts'

const FOLDERS: Readonly<Record<number, FolderPath>> = { 11: ['Sales'], 12: ['Sales', 'a/b'] }
const SLUGS: Readonly<Record<number, string>> = { 21: 'cash', 22: 'board-pack' }
const keyOf = (map: object, wanted: unknown): number =>
  Number(Object.entries(map).find(([, each]) => JSON.stringify(each) === JSON.stringify(wanted))?.[0])

const pathOf = (id: number | null | undefined): FolderPath => (id == null ? [] : (FOLDERS[id] ?? []))
const nameReport = (id: number) => `report/R${id}` as const
const NUMBERS: NumberOf = {
  folder: (path) => keyOf(FOLDERS, path),
  workbook: (slug) => keyOf(SLUGS, slug),
  report: (reference) => Number(reference.replace('report/R', '')),
}

/** `null` at the top of an object says the same as nothing. */
const withoutNulls = <T extends object>(value: T): object =>
  objectOf(Object.entries(value).filter(([, each]) => each !== null && each !== undefined))

const same = (one: unknown, other: unknown): void => expect(canonicalText(one)).toBe(canonicalText(other))

describe('wire to content and back is the same in every written field', () => {
  test('of a folder', () => {
    fc.assert(
      fc.property(anyFolder, (wire) => {
        const path = [...pathOf(wire.parentId), wire.name]
        const back = fromFolder(toFolder(wire, path), NUMBERS)
        expect(Object.keys(back).toSorted()).toEqual(neededFields('folder').toSorted())
        same(withoutNulls(back), withoutNulls({ name: wire.name, position: wire.position, parentId: wire.parentId }))
      }),
      { numRuns: isLong ? 3000 : 150 },
    )
  })

  const place = ({ workbookId, folderId }: Report) => ({
    ...(workbookId == null ? {} : { workbook: SLUGS[workbookId] ?? '' }),
    ...(folderId == null ? {} : { folder: pathOf(folderId) }),
  })

  test('of a report', () => {
    fc.assert(
      fc.property(anyReport, (wire) => {
        const content = toReport(wire, { id: 'A', place: place(wire) })
        const back: Record<string, unknown> = { ...fromReport(content, NUMBERS), publicId: wire.publicId }
        expect(Object.keys(back).toSorted()).toEqual(neededFields('report').toSorted())
        for (const field of neededFields('report')) {
          const [sent, was] = [back[field] ?? null, wire[field] ?? null]
          if (field === 'meta') same(sent, was ?? {})
          else if (field === 'jsonQuery' && sent !== was) same(readQuery(sent as string), readQuery(was as string))
          else same(sent, was)
        }
        expect(canonicalText(toReport({ ...wire, ...back } as Report, { id: 'A', place: place(wire) }))).toBe(
          canonicalText(content),
        )
      }),
      { numRuns: isLong ? 5000 : 250 },
    )
  })

  test('of a dashboard', () => {
    fc.assert(
      fc.property(anyConfig, (wire) => {
        const content = dashboardFromWire(wire, nameReport)
        const back = fromDashboard(content, NUMBERS) as DashboardConfig
        same(normalised(back), normalised(wire))
        same(dashboardFromWire(back, nameReport), content)
      }),
      { numRuns: isLong ? 5000 : 250 },
    )
  })

  test('of a workbook', () => {
    fc.assert(
      fc.property(anyWorkbook, fc.boolean(), (wire, drafts) => {
        const content = workbookFromWire(wire, {
          slug: wire.slug ?? '',
          folder: pathOf(wire.folderId),
          drafts,
          nameReport,
        })
        const back = fromWorkbook(content, NUMBERS)
        same([back.slug, back.name, back.folderId, back.meta], [wire.slug, wire.name, wire.folderId ?? null, wire.meta])

        const { isPublished, published, draft } = dashboardsOf(wire)
        const shown = isPublished && !drafts ? published : (draft ?? published)
        same(back.config && normalised(back.config as DashboardConfig), shown ? normalised(shown) : null)
        expect(content.publish).toBe(isPublished)
        const live = wire.publishedDashboard
        if (!isPublished || !live) expect(back.publication).toBe(null)
        else {
          expect(back.publication?.allowEmbed).toBe(live.allowEmbed)
          for (const key of ['title', 'description'] as const) {
            const isOwn = live[key] == null || live[key] === live.config[key]
            expect(back.publication?.[key]).toBe(isOwn ? (shown?.[key] ?? null) : live[key])
          }
        }
      }),
      { numRuns: isLong ? 5000 : 250 },
    )
  })

  test('of embed access, for the audiences that are declared', () => {
    fc.assert(
      fc.property(anyEmbedAccess, (wire) => {
        const names = wire.tenants.map(({ embedTenantName }) => embedTenantName)
        const access = toEmbedAccess(wire, ['*', ...names, 'nobody'])
        expect(fromEmbedAccess(access).toSorted(byTenant)).toEqual(
          [
            { allEmbedUsers: true, action: wire.allEmbedUsers.enabled ? wire.allEmbedUsers.action : 'none' },
            ...wire.tenants.map(({ embedTenantName, action }) => ({ embedTenantName, action })),
            { embedTenantName: 'nobody', action: 'none' },
          ].toSorted(byTenant),
        )
      }),
    )
  })

  test('and covers every written row of the field table', () => {
    const covered: Record<Exclude<keyof typeof FIELDS, 'report'>, readonly string[]> = {
      folder: ['name', 'position', 'parentId'],
      workbook: ['slug', 'name', 'folderId', 'meta', 'dashboardDraft', 'dashboardPublished', 'publishedDashboard'],
      publication: ['config', 'title', 'description', 'allowEmbed'],
      dashboard: ['kind', 'title', 'description', 'layout', 'settings', 'theme', 'widgets', 'app'],
      app: ['entry', 'html', 'manifest', 'files'],
      widget: ['id', 'type', 'position', 'responsiveLayouts', 'config', 'style'],
      notification: [
        ...['dashboardId', 'cronExpression', 'timezone', 'isEnabled', 'notificationEnabled', 'notificationFormat'],
        ...['notificationAiSummary', 'filters', 'timeGrains', 'memberSwitchers'],
      ],
      group: ['displayName', 'members'],
      attribute: ['name', 'type', 'displayName', 'description', 'defaultValue'],
      role: ['name', 'description', 'policies'],
      settings: [],
      tenantGroup: ['name', 'description'],
      embedAccess: ['allowEmbed', 'allEmbedUsers', 'tenants'],
    }
    for (const shape of Object.keys(covered) as (keyof typeof covered)[])
      expect(covered[shape]).toEqual(neededFields(shape))
  })

  test('and the rows of test/live/wire.ts have these fields: handwritten ones the keys, generated ones the values', () => {
    const filled = Object.assign({}, ...fc.sample(anyReport, 200).map(withoutNulls))
    const lackedBy = (row: object, kind: 'report' | 'workbook') => neededFields(kind).filter((field) => !(field in row))
    expect({
      report: lackedBy(report(101, ''), 'report'),
      workbook: lackedBy(workbook(21, ''), 'workbook'),
      anyReport: lackedBy(filled, 'report'),
    }).toEqual({ report: [], workbook: [], anyReport: [] })
  })
})

interface Tenant {
  readonly embedTenantName?: string | null | undefined
}
const byTenant = (a: Tenant, b: Tenant): number => ((a.embedTenantName ?? '') < (b.embedTenantName ?? '') ? -1 : 1)

/** What is the same dashboard: null and nothing, no widgets and none. */
function normalised(config: DashboardConfig): object {
  const { widgets, app, ...rest } = config
  return withoutNulls({
    ...withoutNulls(rest),
    app: app && withoutNulls({ ...withoutNulls(app), files: app.files ?? {} }),
    widgets: (widgets ?? []).map((widget) => withoutNulls(widget)),
  })
}

const toOne = (widget: DashboardWidget) => dashboardFromWire({ widgets: [widget] }, nameReport).widgets[0]

describe('a widget', () => {
  test.each([
    ['a chart', chart('a', 101), { report: 'report/R101' }],
    [
      'a chart with more in its config',
      chart('a', 101, { config: { title: 'x', reportId: 101 } }),
      { report: 'report/R101', config: { title: 'x' } },
    ],
    ['a chart with an empty config', chart('a', undefined, { config: {} }), { config: {} }],
    ['a chart whose reference is null', chart('a', null), { config: { reportId: null } }],
    ['a chart whose reference is text', chart('a', '101'), { config: { reportId: '101' } }],
    ['a chart whose reference is a fraction', chart('a', 1.5), { config: { reportId: 1.5 } }],
    ['a text with such a key', chart('a', 101, { type: 'TEXT' }), { type: 'TEXT', config: { reportId: 101 } }],
    [
      'a summary',
      chart('a', undefined, { type: 'AI', config: { reportIds: [102, 101] } }),
      { type: 'AI', reports: ['report/R102', 'report/R101'] },
    ],
    [
      'a summary of nothing',
      chart('a', undefined, { type: 'AI', config: { reportIds: [] } }),
      { type: 'AI', reports: [] },
    ],
    [
      'a summary with something else in the list',
      chart('a', undefined, { type: 'AI', config: { reportIds: [101, null] } }),
      { type: 'AI', config: { reportIds: [101, null] } },
    ],
    ['null everywhere', chart('a', undefined, { config: null, style: null, responsiveLayouts: null }), {}],
    [
      'null inside',
      chart('a', undefined, { style: { color: null }, responsiveLayouts: { sm: null } }),
      { style: { color: null }, responsiveLayouts: { sm: null } },
    ],
  ])('%s', (_, wire, expected) => {
    expect(toOne(wire)).toEqual({ id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, ...expected })
    const file = DashboardFile.safeParse({ widgets: [toOne(wire)] })
    expect(file.success).toBe(true)
  })

  test('keeps the order of the keys around a reference, even if they look like numbers', () => {
    const config = objectOf([
      ['10', 'a'],
      ['reportId', 101],
      ['9', 'b'],
      ['x', 'c'],
    ])
    const content = dashboardFromWire({ widgets: [chart('a', undefined, { config })] }, nameReport)
    expect(Object.keys(content.widgets[0]?.config ?? {})).toEqual(['10', '9', 'x'])
    const [back] = fromDashboard(content, NUMBERS).widgets ?? []
    expect(Object.keys(back?.config ?? {})).toEqual(['10', '9', 'x', 'reportId'])
  })

  test('names reports in the order of the list, even a repeated one', () => {
    expect(reportNumbersIn({ widgets: [chart('a', 103), chart('b'), chart('c', 101), chart('d', 103)] })).toEqual([
      103, 101, 103,
    ])
  })
})

describe('a report', () => {
  const definition = (more: Partial<Report>) => toReport(report(101, 'A', more), { id: 'A', place: {} }).definition

  test('has what viewers see at the top, and the rest of meta in its order', () => {
    const meta = objectOf([
      ['10', 'a'],
      ['kind', 'vega'],
      ['9', 'b'],
      ['spec', null],
      ['pythonCode', ''],
      ['preferences', { x: 1 }],
      ['boardwright', '{}'],
      ['dashboardDraft', 1],
    ])
    const { meta: rest, ...top } = definition({ meta })
    expect(top).toEqual({ name: 'A', kind: 'vega', pythonCode: '', preferences: { x: 1 } })
    expect(Object.entries(rest ?? {})).toEqual([
      ['10', 'a'],
      ['9', 'b'],
      ['spec', null],
      ['dashboardDraft', 1],
    ])
  })

  test.each([[null], [undefined], [{}], [{ boardwright: '{}' }]])('has no meta when that is %j', (meta) => {
    expect(definition({ meta })).toEqual({ name: 'A' })
  })

  test('tells an empty text from a missing one', () => {
    expect(definition({ sqlQuery: '', jsonQuery: '', title: '' })).toEqual({
      name: 'A',
      sql: '',
      queryText: '',
      title: '',
    })
  })

  test('fits the schema of its file', () => {
    fc.assert(
      fc.property(anyReport, (wire) => {
        const { definition: content } = toReport(wire, { id: 'A', place: {} })
        const file = ReportFile.safeParse({ ...content, id: 'h4Kq9ZtB2wLm' })
        expect(file.error?.issues.filter(({ code }) => code !== 'too_big') ?? []).toEqual([])
      }),
    )
  })

  test('sends what is at the top of its file, whatever is under meta', () => {
    const written = fromReport(
      { id: 'A', place: {}, definition: { name: 'A', kind: 'kpi', meta: { kind: 'vega', x: 1, boardwright: 'mine' } } },
      NUMBERS,
    )
    expect(written.meta).toEqual({ kind: 'kpi', x: 1 })
  })
})

describe('a workbook', () => {
  const config: DashboardConfig = { title: 'Seen', widgets: [chart('a', 101)] }
  const draft: DashboardConfig = { title: 'Next', widgets: [] }
  const read = (wire: Workbook, drafts = false) =>
    workbookFromWire(wire, { slug: 'cash', folder: [], drafts, nameReport })
  const titleOf = (wire: Workbook, drafts = false) => read(wire, drafts).dashboard?.title

  test.each([
    ['published', { publishedDashboard: publication(21, config), dashboardDraft: draft }, true, 'Seen', 'Next'],
    ['published without a draft', { publishedDashboard: publication(21, config) }, true, 'Seen', 'Seen'],
    [
      'published, and only its dashboard is shown',
      { dashboardPublished: config, dashboardDraft: draft },
      true,
      'Seen',
      'Next',
    ],
    ['never published', { dashboardDraft: draft }, false, 'Next', 'Next'],
    ['never published, with its draft in meta', { meta: { dashboardDraft: draft } }, false, 'Next', 'Next'],
    ['without any dashboard', {}, false, undefined, undefined],
    [
      'with something else in the place of a draft',
      { meta: { dashboardDraft: { widgets: 5 } } },
      false,
      undefined,
      undefined,
    ],
    [
      'archived',
      { publishedDashboard: publication(21, config, { status: 'archived' }), dashboardDraft: draft },
      false,
      'Next',
      'Next',
    ],
    [
      'archived without a draft',
      { publishedDashboard: publication(21, config, { status: 'archived' }) },
      false,
      'Seen',
      'Seen',
    ],
  ] as const)('that is %s', (_, more, publish, title, withDrafts) => {
    const wire = workbook(21, 'Cash', more as Partial<Workbook>)
    expect(read(wire).publish).toBe(publish)
    expect([titleOf(wire), titleOf(wire, true)]).toEqual([title, withDrafts])
    expect(read(wire).meta).toEqual({})
  })

  test.each([
    [{ title: 'Seen', description: null }, undefined],
    [{ title: null }, undefined],
    [
      { title: 'Other', description: 'Text' },
      { title: 'Other', description: 'Text' },
    ],
    [{ title: '' }, { title: '' }],
  ])('has its own publish details if they differ from those of the dashboard: %j', (names, expected) => {
    const wire = workbook(21, 'Cash', { publishedDashboard: publication(21, config, names), dashboardDraft: draft })
    expect(read(wire).published).toEqual(expected)
    expect(read(wire, true).published).toEqual(expected)
  })

  test('is embeddable if it is published and may be embedded', () => {
    const wire = (status: 'published' | 'archived', allowEmbed: boolean) =>
      read(workbook(21, 'Cash', { publishedDashboard: publication(21, config, { status, allowEmbed }) })).allowEmbed
    expect([wire('published', true), wire('published', false), wire('archived', true)]).toEqual([
      true,
      undefined,
      undefined,
    ])
  })
})
