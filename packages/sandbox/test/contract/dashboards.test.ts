import { describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, NUMBER, openContract, TEXT, type Wire } from './support.ts'

const { call, id, everything, sandbox } = openContract()

const POSITION = { x: 0, y: 0, w: 6, h: 4 }
const chart = (reportId: number, widgetId = `chart-${reportId}`) => ({
  id: widgetId,
  type: 'CHART',
  position: POSITION,
  config: { reportId },
})
const makeReport = async (name: string, fields: object = {}): Promise<number> =>
  (await call('POST', `${HOME}/reports`, { body: { name, ...fields } })).body.id
const makeWorkbook = async (name: string): Promise<number> =>
  (await call('POST', `${HOME}/workbooks`, { body: { name } })).body.id
const save = (workbook: number, dashboardDraft: unknown, as = 'admin') =>
  call('PUT', `${HOME}/workbooks/${workbook}/dashboard`, { as, body: { dashboardDraft } })
const publish = (workbook: number, body?: object, as = 'admin') =>
  call('POST', `${HOME}/workbooks/${workbook}/publish`, { as, body: body && { workbookId: workbook, ...body } })
const read = async (workbook: number): Promise<Wire> => (await call('GET', `${HOME}/workbooks/${workbook}`)).body
const published = async (workbook: number): Promise<Wire> => (await read(workbook))['publishedDashboard'] as Wire

/** Every field of a dashboard in the fact sheets, with a widget of every type. */
const everyField = (reportId: number) => ({
  kind: 'CLASSIC',
  title: 'All of it',
  description: null,
  app: {
    entry: 'a.tsx',
    files: { 'a.tsx': 'x' },
    html: '<p>',
    manifest: { dependencies: { react: '18' }, version: 2 },
  },
  layout: {
    breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480, xxs: 0 },
    cols: { lg: 12, md: null },
    containerPadding: [1, 2],
    margin: [3, 4],
    rowHeight: 30,
  },
  settings: { any: { thing: [1, null] } },
  theme: {
    themeId: 't',
    fontFamily: null,
    dashboard: { backgroundColor: '#fff', padding: '1px' },
    controls: { border: { color: 'red', width: '1px' }, title: { fontWeight: '700' } },
    widgets: { margin: '0', text: { codeFontFamily: 'mono' }, border: { radius: '2px', style: 'solid' } },
  },
  widgets: ['CHART', 'TEXT', 'FILTER', 'AI', 'TIME_GRAIN', 'FIELD', 'PARENT', 'SPACER', 'DIVIDER', 'CONTAINER'].map(
    (type, y) => ({
      id: `w-${type}`,
      type,
      position: { x: 0, y, w: 1, h: 1 },
      responsiveLayouts: { lg: POSITION, xxs: null },
      config: type === 'CHART' ? { reportId } : type === 'AI' ? { reportIds: [reportId] } : null,
      style: { color: 'blue' },
    }),
  ),
})

describe('PUT /workbooks/{workbookId}/dashboard', () => {
  test('schemas 4 and 5: saves the draft, every field, and answers draft and published', async () => {
    const workbook = await makeWorkbook('Draft')
    const draft = everyField(await makeReport('Charted'))

    const { status, body } = await save(workbook, draft)

    expect([status, body]).toEqual([200, { dashboardDraft: draft, dashboardPublished: null }])
    expect(await read(workbook)).toMatchObject({ dashboardDraft: draft, meta: { dashboardDraft: draft } })
  })

  test('schemas 5 and client 10: a draft widget may have no id, the server assigns one', async () => {
    const bare = { type: 'SPACER', position: POSITION }
    const { body } = await save(await makeWorkbook('Bare'), { widgets: [bare, { ...bare, id: null }, bare] })

    const { widgets } = body['dashboardDraft'] as { widgets: Wire[] }
    expect(widgets.map((widget) => widget.id as unknown)).toEqual([TEXT, TEXT, TEXT])
    expect(new Set(widgets.map((widget) => widget.id)).size).toBe(3)
  })

  test('spec DashboardWidget: TABS_CONTAINER is still accepted, and converted', async () => {
    const old = { id: 't', type: 'TABS_CONTAINER', position: POSITION, config: { tabs: [1] } }
    const { body } = await save(await makeWorkbook('Tabs'), { widgets: [old] })

    expect(body['dashboardDraft']).toEqual({
      widgets: [{ id: 't', type: 'CONTAINER', position: POSITION, config: { tabs: [1], layout: 'tabs' } }],
    })
  })

  test('two widgets with one id, and a reference to a report outside the deployment, are refused', async () => {
    const workbook = await makeWorkbook('Refused')
    const elsewhere = (await call('POST', `${DEV}/reports`, { body: {} })).body.id
    const before = everything()

    expectRefused(await save(workbook, { widgets: [chart(1, 'same'), chart(1, 'same')] }), 400)
    expectRefused(await save(workbook, { widgets: [chart(999_999)] }), 400)
    expectRefused(await save(workbook, { widgets: [chart(elsewhere)] }), 400)
    expect(everything()).toEqual(before)
  })

  test('a reference to a report that was deleted does not prevent a save', async () => {
    const workbook = await makeWorkbook('Dangling')
    const report = await makeReport('Gone')
    await save(workbook, { widgets: [chart(report)] })
    await call('DELETE', `${HOME}/reports/${report}`)

    expect((await save(workbook, { title: 'Still', widgets: [chart(report)] })).status).toBe(200)
  })

  test('endpoints 3: needs edit, and saves nothing without it', async () => {
    const before = everything()

    expectRefused(await save(id('workbook', 'revenue-overview'), { title: 'X' }, 'priya@acme.com'), 403)
    expectRefused(await save(id('workbook', 'board-pack'), { title: 'X' }, 'member'), 404)
    expect(everything()).toEqual(before)
  })

  test('draft and published are separate: viewers do not see a save', async () => {
    const workbook = await makeWorkbook('Apart')
    await save(workbook, { title: 'Live', widgets: [] })
    await publish(workbook)

    await save(workbook, { title: 'In progress', widgets: [] })
    expect(await read(workbook)).toMatchObject({
      dashboardDraft: { title: 'In progress' },
      dashboardPublished: { title: 'Live' },
      publishedDashboard: { config: { title: 'Live' }, versionNumber: 1 },
    })
  })
})

describe('POST /workbooks/{workbookId}/publish', () => {
  test('spec Dashboard and ReportSnapshot: every field', async () => {
    const report = await makeReport('Snapped', {
      title: 'Title',
      sqlQuery: 'select 1',
      meta: {
        kind: 'vega',
        spec: { mark: 'bar' },
        pythonCode: 'pass',
        fillMissingRows: { member: 'orders.month', excludedDimensions: ['a'] },
        periodComparisons: [{ measure: 'm', timeDimension: 't', offset: { amount: 1, unit: 'month' }, outputs: ['x'] }],
        preferences: { columnFormats: { a: { type: 'currency', decimalPlaces: 2 } } },
      },
    })
    const { body: live } = await call('GET', `${HOME}/reports/${report}`)
    const workbook = await makeWorkbook('Published')
    const config = everyField(report)

    const { status, body } = await publish(workbook, { title: 'For all', description: 'D', allowEmbed: true, config })

    expect(status).toBe(200)
    expect(body).toEqual({
      id: NUMBER,
      publicId: TEXT,
      deploymentId: 2,
      workbookId: workbook,
      status: 'published',
      allowEmbed: true,
      title: 'For all',
      description: 'D',
      config,
      versionNumber: 1,
      versionId: NUMBER,
      createdBy: 1,
      reportSnapshots: [
        {
          id: NUMBER,
          reportId: report,
          publicId: live.publicId,
          versionNumber: 1,
          name: 'Snapped',
          title: 'Title',
          description: null,
          isSourceReport: false,
          sqlQuery: 'select 1',
          meta: live.meta,
          kind: 'vega',
          spec: { mark: 'bar' },
          pythonCode: 'pass',
          fillMissingRows: { member: 'orders.month', excludedDimensions: ['a'] },
          periodComparisons: [
            { measure: 'm', timeDimension: 't', offset: { amount: 1, unit: 'month' }, outputs: ['x'] },
          ],
          preferences: { columnFormats: { a: { type: 'currency', decimalPlaces: 2 } } },
        },
      ],
    })
    expect(await published(workbook)).toEqual(body)
  })

  test('spec Publish: the body is optional; client 13: without a config the saved draft is published', async () => {
    const workbook = await makeWorkbook('From draft')
    await save(workbook, { title: 'Draft', description: 'Of it', widgets: [] })

    const { status, body } = await publish(workbook)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Draft', description: 'Of it', config: { title: 'Draft' }, allowEmbed: false })
    expect((await publish(workbook, { config: null })).body).toMatchObject({
      config: { title: 'Draft' },
      versionNumber: 2,
    })
    expectRefused(await publish(await makeWorkbook('No draft')), 400)
  })

  test('spec Publish: workbookId has to be the one of the path, dashboardId its dashboard', async () => {
    const workbook = await makeWorkbook('Ids')
    const { body: first } = await publish(workbook, { config: { widgets: [] } })
    const before = everything()

    expectRefused(await publish(workbook, { workbookId: workbook + 1, config: {} }), 400)
    expectRefused(await publish(workbook, { dashboardId: first.id + 1, config: {} }), 404)
    expect(everything()).toEqual(before)
    expect((await publish(workbook, { dashboardId: first.id, config: {} })).status).toBe(200)
  })

  test('endpoints 18.2: every publish is a version; the dashboard keeps its id and publicId', async () => {
    const workbook = await makeWorkbook('Versions')
    const { body: first } = await publish(workbook, { title: 'T', allowEmbed: true, config: { widgets: [] } })
    const { body: second } = await publish(workbook, { config: { widgets: [] } })

    expect(second).toEqual({ ...first, versionNumber: 2, versionId: NUMBER })
    expect(second['versionId']).not.toBe(first['versionId'])
  })

  test('schemas 5: snapshots are frozen, and one version of a report is one snapshot id', async () => {
    const report = await makeReport('Moving', { sqlQuery: 'select 1' })
    const [one, two] = [await makeWorkbook('One'), await makeWorkbook('Two')]
    const config = { widgets: [chart(report, 'a'), chart(report, 'b')] }
    const [shown] = (await publish(one, { config })).body.reportSnapshots
    expect((await publish(two, { config })).body.reportSnapshots).toEqual([shown])

    await call('PUT', `${HOME}/reports/${report}`, { body: { sqlQuery: 'select 2' } })
    expect((await published(one)).reportSnapshots).toEqual([shown])

    const { reportSnapshots: again } = (await publish(one, { config })).body
    expect(again).toEqual([{ ...shown, id: NUMBER, versionNumber: 2, sqlQuery: 'select 2' }])
    expect(again[0]?.id).not.toBe(shown?.id)
    await call('DELETE', `${HOME}/reports/${report}`)
    expect((await published(one)).reportSnapshots).toEqual(again)
  })

  test('endpoints 3: needs edit', async () => {
    const before = everything()

    expectRefused(await publish(id('workbook', 'revenue-overview'), {}, 'priya@acme.com'), 403)
    expectRefused(await publish(id('workbook', 'board-pack'), {}, 'member'), 404)
    expect(everything()).toEqual(before)
    expect((await publish(id('workbook', 'revenue-overview'), {}, 'jonas@acme.com')).status).toBe(200)
  })

  test('a workbook that requires a review answers 400 with a code, until it no longer does', async () => {
    const review = (required: boolean) => sandbox().controls.setReview({ workbook: 'board-pack', required })
    const before = everything()

    expectRefused(await publish(id('workbook', 'board-pack')), 400, 'review_required')
    expectRefused(await publish(id('workbook', 'board-pack'), { config: { widgets: [] } }), 400, 'review_required')
    expect(everything()).toEqual(before)
    review(false)
    expect((await publish(id('workbook', 'board-pack'))).status).toBe(200)
  })
})

describe('POST /workbooks/{workbookId}/dashboard/ai-widget-thread', () => {
  const setThread = (slug: string, body: object, as = 'admin') =>
    call('POST', `${HOME}/workbooks/${id('workbook', slug)}/dashboard/ai-widget-thread`, { as, body })

  test('schemas 4: answers the dashboard, with that widget changed and nothing else', async () => {
    const weekly = id('workbook', 'weekly-sales-meeting')
    const [before, draft] = [await published(weekly), (await read(weekly))['dashboardDraft']]

    const { status, body } = await setThread('weekly-sales-meeting', {
      widgetId: 'ai-summary',
      threadId: 'th-1',
      checksum: 'c',
    })

    const { widgets: were } = before['config'] as { widgets: Wire[] }
    const widgets = were.map((widget) =>
      (widget.id as unknown) === 'ai-summary'
        ? { ...widget, config: { ...(widget['config'] as object), threadId: 'th-1', checksum: 'c' } }
        : widget,
    )
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, config: { ...(before['config'] as object), widgets } })
    expect((await read(weekly))['dashboardDraft']).toEqual(draft)
  })

  test('a widget that is missing or no AI widget, and a workbook that is not published, are 404', async () => {
    const before = everything()

    expectRefused(await setThread('weekly-sales-meeting', { widgetId: 'nope', threadId: 'x' }), 404)
    expectRefused(await setThread('weekly-sales-meeting', { widgetId: 'chr-map', threadId: 'x' }), 404)
    expectRefused(await setThread('pricing-experiment', { widgetId: 'x', threadId: 'x' }), 404)
    expectRefused(await setThread('revenue-overview', { widgetId: 'x', threadId: 'x' }, 'priya@acme.com'), 403)
    expect(everything()).toEqual(before)
  })
})
