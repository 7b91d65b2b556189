import { afterEach, describe, expect, test } from 'vitest'
import type { DashboardConfig } from '../../packages/platform/api/dashboards.ts'
import type { Switches } from '../../packages/sandbox/index.ts'
import { canonicalText } from '../../src/content/digest.ts'
import { neededFields } from '../../src/content/fields.ts'
import { readQuery } from '../../src/content/query.ts'
import { referencesOf } from '../../src/content/references.ts'
import { dashboardFromWire } from '../../src/live/map/dashboard.ts'
import { fromReport } from '../../src/live/map/report.ts'
import { fromWorkbook } from '../../src/live/map/workbook.ts'
import { numbersIn } from '../../src/live/numbers.ts'
import type { WholeLive } from './support.ts'
import { AWAY, keysOf, notesOf, openLive, reportIn, workbookIn } from './support.ts'

const { read, sandbox, send } = openLive()
afterEach(async () => {
  await sandbox().controls.reset()
})

const act = (action: object) => sandbox().controls.addPeople({ do: [action as never] })
const writes = () =>
  sandbox()
    .controls.requests()
    .filter(({ method }) => method !== 'GET')

describe('a deployment as content', () => {
  test('has everything in the seed, under logical names', async () => {
    const live = await read()

    expect(live.content.folders.map(({ path }) => path.join(' / ')).toSorted()).toEqual([
      '../../etc',
      'Finance',
      'Onboarding ☕',
      'Product',
      'Product / Experiments',
      'Sales',
    ])
    expect(live.content.workbooks.map(({ slug }) => slug).toSorted()).toEqual([
      'board-pack',
      'cash',
      'con',
      'order-explorer',
      'pricing-experiment',
      'revenue-overview',
      'weekly-sales-meeting',
    ])
    expect(live.content.reports).toHaveLength(20)
    expect(live.content.workbooks.filter(({ publish }) => publish).length).toBe(6)
    expect(live.caller).toEqual({ email: 'ci-bot@acme.com', isAdmin: true })
    expect(workbookIn(live, 'revenue-overview')).toMatchObject({
      folder: ['Sales'],
      name: 'Revenue overview',
      publish: true,
      allowEmbed: true,
      meta: { icon: 'coffee', color: '#6f4e37', reviewedOn: null },
    })
    expect(reportIn(live, 'h4Kq9ZtB2wLm')).toMatchObject({
      place: { workbook: 'revenue-overview' },
      definition: { name: 'Revenue by month', kind: 'vega', query: { measures: ['sales.net_revenue'] } },
    })
    expect(reportIn(live, 'y1VdLp7ZoK3f')).toMatchObject({
      place: { workbook: 'cash' },
      definition: { name: 'Cash forecast', kind: 'vega', sql: expect.stringContaining('from cash') },
    })
    expect(reportIn(live, 'C5iMw0JtG8xR')).toMatchObject({
      place: { folder: ['Finance'] },
      definition: { source: 'GOOGLE_SHEETS', externalWorkbookId: '1aZk9-QvB3yT_u7LmXcW0e5RnJd2', endResultCell: 'O31' },
    })
    expect(writes()).toEqual([])
  })

  test('names reports in widgets, even those of another workbook', async () => {
    const live = await read()
    const shown = live.content.workbooks.flatMap(({ slug, dashboard }) =>
      dashboard ? [[slug, referencesOf(dashboard)] as const] : [],
    )
    const ids = new Set(live.content.reports.map(({ id }) => `report/${id}`))
    for (const [slug, references] of shown)
      for (const each of references) expect([slug, ids.has(each) || each]).toEqual([slug, true])
    expect(Object.fromEntries(shown)['board-pack']).toContain('report/h4Kq9ZtB2wLm')
    expect(JSON.stringify(live.content.workbooks)).not.toMatch(/"reportIds?":/)
  })

  test('keeps what JSON could lose', async () => {
    const live = await read()
    const lastRun = reportIn(live, 'S7oPv1LyF4bH')?.definition.meta?.['lastRun'] as Record<string, unknown> | undefined
    expect(String(lastRun?.['jobId'])).toBe('18446744073709551557')
    expect(Object.keys(reportIn(live, 'Xp03vNdR8cYs')?.definition.meta?.['columnWidths'] ?? {})).toEqual([
      '2',
      '0',
      '1',
      '10',
    ])
    expect(Object.keys(workbookIn(live, 'pricing-experiment')?.meta['variants'] ?? {})).toEqual(['1', '0', '02'])
  })

  test('is what viewers see; with drafts, what they will see', async () => {
    const [seen, drafts] = [await read(), await read({ drafts: true })]
    const count = (live: WholeLive) => workbookIn(live, 'board-pack')?.dashboard?.widgets.length
    expect([count(seen), count(drafts)]).toEqual([3, 4])
    expect(workbookIn(seen, 'pricing-experiment')).toMatchObject({
      publish: false,
      dashboard: { widgets: { length: 3 } },
    })
    expect(keysOf(seen, 'unpublished-edits')).toEqual(['workbook/board-pack'])
    expect(keysOf(seen, 'edited-since-publish')).toEqual(['workbook/weekly-sales-meeting'])
  })

  test('has no draft if it only looks different', async () => {
    const { id, dashboardPublished } = (await send('GET', 'workbooks')).items.find(
      ({ slug }: { slug: string }) => slug === 'cash',
    )
    await send('PUT', `workbooks/${id}/dashboard`, {
      dashboardDraft: { ...dashboardPublished, kind: dashboardPublished.kind, app: null },
    })
    expect(keysOf(await read(), 'unpublished-edits')).toEqual(['workbook/board-pack'])
  })

  test('reports what cannot be moved to another target, and what was chosen', async () => {
    const live = await read()
    expect(keysOf(live, 'no-slug')).toEqual(['workbook/con'])
    expect(keysOf(live, 'legacy-id')).toHaveLength(3)
    expect(keysOf(live, 'read-only')).toEqual(
      expect.arrayContaining(['workbook/weekly-sales-meeting', 'report/h4Kq9ZtB2wLm']),
    )
    for (const kind of [
      'unknown-field',
      'dangling',
      'suspicious-number',
      'ledger',
      'partial-view',
      'unseen',
      'renamed',
    ]) {
      expect([kind, notesOf(live, kind)]).toEqual([kind, []])
    }
  })

  test('away from home does not use the ids of that target as names', async () => {
    const live = await read({ ...AWAY, deployment: 2 })
    for (const { id, ids } of live.content.reports) {
      if (ids)
        expect([live.publicIds.get(`report/${id}`), id]).toEqual([
          ids['dev'],
          expect.not.stringContaining(ids['dev'] ?? ''),
        ])
    }
    expect(live.content.reports.filter(({ ids }) => ids)).toHaveLength(17)
  })
})

test('written back, it is the same as before', async () => {
  const live = await read()
  const numbers = numbersIn(live, 2)
  const written = (row: object, fields: readonly string[]) =>
    canonicalText(fields.map((field) => (row as Record<string, unknown>)[field] ?? null))
  const rows = async (path: string) => (await send('GET', path)).items as { id: number; [field: string]: unknown }[]

  const reports = new Map((await rows('reports')).map((row) => [row.id, row]))
  for (const report of live.content.reports) {
    const row = reports.get(live.ids.get(`report/${report.id}`) ?? 0) ?? { id: 0 }
    const fields = neededFields('report').filter((field) => field !== 'publicId' && field !== 'jsonQuery')
    const back = fromReport(report, numbers)
    expect(written(back, fields)).toBe(written({ ...row, meta: row['meta'] ?? {} }, fields))
    expect(readQuery(back.jsonQuery ?? '')).toEqual(readQuery((row['jsonQuery'] as string | null) ?? ''))
  }
  const workbooks = new Map((await rows('workbooks')).map((row) => [row.id, row]))
  for (const workbook of live.content.workbooks) {
    const row = workbooks.get(live.ids.get(`workbook/${workbook.slug}`) ?? 0) ?? { id: 0 }
    const { dashboardDraft: _draft, ...meta } = row['meta'] as Record<string, unknown>
    const back = fromWorkbook(workbook, numbers)
    expect([back.name, back.folderId]).toEqual([row['name'], row['folderId']])
    expect(canonicalText(back.meta)).toBe(canonicalText(meta))
    const config = (row['dashboardPublished'] ?? row['dashboardDraft']) as DashboardConfig
    expect(canonicalText(dashboardFromWire(back.config as DashboardConfig, (id) => `missing(2/${id})`))).toBe(
      canonicalText(dashboardFromWire(config, (id) => `missing(2/${id})`)),
    )
  }
})

describe('whatever the platform leaves open', () => {
  const variants: readonly Partial<Switches>[] = [
    { workbooksList: 'root' },
    { listRows: 'slim' },
    { metaDraft: 'without' },
    { pageSize: 3, pageSizeCap: 3 },
    {
      workbooksList: 'root',
      listRows: 'slim',
      metaDraft: 'without',
      pageSizeCap: 2,
      themeKeys: 'dropped',
      unknownRoutes: 'html',
    },
  ]

  test('the content is the same', async () => {
    const { content, ids, notes } = await read({ branch: 'main' })
    for (const switches of variants) {
      sandbox().controls.setSwitches(switches)
      const again = await read({ branch: 'main' })
      expect([switches, again.content]).toEqual([switches, content])
      expect(again.ids).toEqual(ids)
      expect(again.notes).toEqual(notes)
      sandbox().controls.setSwitches({
        workbooksList: 'all',
        listRows: 'full',
        metaDraft: 'with',
        pageSizeCap: 1000,
        themeKeys: 'kept',
      })
    }
    expect(writes()).toEqual([])
  })

  test('reading again with the result is the same', async () => {
    const first = await read()
    const second = await read({ declared: first.content })
    expect(second.content).toEqual(first.content)
    expect(second.ids).toEqual(first.ids)
  })
})

describe('what people did', () => {
  test('a deleted report leaves a dangling reference', async () => {
    const before = await read()
    const number = before.ids.get('report/u7GmJw5QeT1a')
    await act({ do: 'delete', type: 'REPORT', id: 'u7GmJw5QeT1a' })
    const live = await read()
    const [workbook] = live.content.workbooks.filter(({ slug }) => slug === 'revenue-overview')
    expect(workbook?.dashboard && referencesOf(workbook.dashboard)).toContain(`missing(2/${number})`)
    expect(notesOf(live, 'dangling')).toContainEqual({
      kind: 'dangling',
      key: 'workbook/revenue-overview',
      message: `a widget of "Revenue overview" names missing(2/${number})`,
    })
  })

  test('the number of a report outside the known keys is suspicious; other numbers are not', async () => {
    const { ids } = await read()
    const number = ids.get('report/u7GmJw5QeT1a')
    await act({
      do: 'edit-draft',
      workbook: 'pricing-experiment',
      set: { settings: { drill: [{ target: number }], limit: 5000 } },
    })
    await send('POST', 'reports', {
      name: 'Linked',
      meta: { spec: { links: { reportId: number, other: number } } },
      sqlQuery: `select ${number}`,
    })
    const live = await read()
    const named = '"Net revenue"'
    expect(notesOf(live, 'suspicious-number').map(({ message }) => message)).toEqual([
      `settings.drill[0].target of "Pricing experiment" is ${number}, the number of the report ${named}`,
      `spec.links.reportId of "Linked" is ${number}, the number of the report ${named}, and 1 more`,
    ])
  })

  test('a copy of a ledger, that of another project, and garbage are named and not used', async () => {
    const ledger = (change: object) =>
      JSON.stringify({
        v: 1,
        canon: 1,
        p: '7f3kQ2m9',
        self: [2, 1],
        commits: ['41ab9c0'],
        o: {},
        ...change,
      })
    const put = async (slug: string, boardwright: string) =>
      send('PUT', `workbooks/by-slug/${slug}`, { meta: { boardwright } })
    await put('cash', ledger({}))
    const { ids } = await read()
    await put('board-pack', ledger({ p: 'other', self: [2, ids.get('workbook/board-pack')] }))
    await put('pricing', ledger({ p: 'other' }))
    await put('order-explorer', ledger({ v: 7 }))
    await put('revenue-overview', 'garbage')
    const live = await read()
    const told = [...notesOf(live, 'ledger'), ...notesOf(live, 'foreign')]
    expect(Object.fromEntries(told.map(({ key, message }) => [key, message]))).toEqual({
      'workbook/cash': '"Cash" is a copy made in the UI, and not managed',
      'workbook/board-pack': '"Board pack" is owned by another project',
      'workbook/pricing': '"Untitled workbook" is a copy made in the UI, and not managed',
      'workbook/order-explorer': '"Order explorer" was applied by a newer version of this program',
      'workbook/revenue-overview': '"Revenue overview" has a record of what was applied that cannot be read',
    })
    expect([...live.owners]).toEqual([
      ['report/S7oPv1LyF4bH', 'other'],
      ['workbook/board-pack', 'other'],
    ])
    expect(live.ledgers.size + live.entries.size).toBe(0)
    expect(workbookIn(live, 'cash')?.meta).not.toHaveProperty('boardwright')
  })

  test('two workbooks that claim one slug are refused', async () => {
    const { ids } = await read()
    const id = ids.get('workbook/cash') ?? 0
    const boardwright = JSON.stringify({
      v: 1,
      canon: 1,
      p: '7f3kQ2m9',
      self: [2, id],
      commits: ['41ab9c0'],
      o: { 'workbook/cash': { live: id, c: 0, base: {} } },
    })
    await send('PUT', `workbooks/${id}`, { slug: 'liquidity', meta: { boardwright } })
    expect((await read()).facts.get('workbook/cash')?.name).toBe('liquidity')

    await send('PUT', 'workbooks/by-slug/cash', { name: 'Another' })
    await expect(read()).rejects.toMatchObject({
      kind: 'IDENTITY_AMBIGUOUS',
      message: expect.stringContaining('2 workbooks claim "cash": "Cash"'),
    })
  })

  test('a duplicate carries a copy of the ledger, and is another workbook', async () => {
    const { ids } = await read()
    const id = ids.get('workbook/cash') ?? 0
    const boardwright = JSON.stringify({
      v: 1,
      canon: 1,
      p: '7f3kQ2m9',
      self: [2, id],
      commits: ['41ab9c0'],
      o: { 'workbook/cash': { live: id, c: 0, base: {} } },
    })
    await send('PUT', 'workbooks/by-slug/cash', { meta: { boardwright } })
    await act({ do: 'duplicate', workbook: 'cash' })
    const live = await read()
    expect(live.ids.get('workbook/cash')).toBe(id)
    expect([...live.ledgers.keys()]).toEqual(['workbook/cash'])
    expect(notesOf(live, 'ledger')).toMatchObject([{ key: expect.stringContaining('copy-of-cash') }])
  })
})
