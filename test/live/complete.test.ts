import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stringifyJson } from '../../packages/common/json.ts'
import type { Report } from '../../packages/platform/api/reports.ts'
import { createClient } from '../../packages/platform/client/client.ts'
import { completeInventory } from '../../src/live/complete.ts'
import { readInventory } from '../../src/live/start.ts'
import type { Inventory } from '../../src/live/wire.ts'
import { HOME, inventory, ledgerOn } from './support.ts'
import { chart, folder, report, workbook } from './wire.ts'

/** What a server has, and which of its rows its lists forget to show. */
interface Tenant extends Inventory {
  readonly unlisted?: readonly number[]
  readonly hidden?: readonly number[]
  /** Rows that are sent again on the next page. */
  readonly again?: readonly number[]
  readonly slim?: true
}

const SLIM = ['sqlQuery', 'jsonQuery', 'dashboardDraft', 'publishedDashboard']

/** A server whose pages shift: rows are missing, or come twice. */
async function serve(tenant: Tenant) {
  const asked: string[] = []
  const slim = (row: object) =>
    tenant.slim ? Object.fromEntries(Object.entries(row).filter(([key]) => !SLIM.includes(key))) : row
  const answer = (url: URL): unknown => {
    const [kind, id] = url.pathname.split('/').slice(5) as [keyof Inventory, string | undefined]
    asked.push(
      `${kind}${id === undefined ? '' : `/${id}`}${url.searchParams.get('folderId') ? ` in ${url.searchParams.get('folderId')}` : ''}`,
    )
    if (id !== undefined) {
      if (tenant.hidden?.includes(Number(id))) return 403
      return (tenant[kind] as Report[]).find((row) => row.id === Number(id)) ?? 404
    }
    const within = Number(url.searchParams.get('parentId') ?? url.searchParams.get('folderId'))
    const rows = (tenant[kind] as (Report & { parentId?: number })[]).filter(
      (row) => kind === 'reports' || ((kind === 'folders' ? row.parentId : row.folderId) ?? 0) === within,
    )
    const listed = rows.filter((row) => !tenant.unlisted?.includes(row.id))
    const page = Number(url.searchParams.get('after') ?? 0)
    const items = listed.filter(
      (row, index) => index >> 1 === page || (page > index >> 1 && tenant.again?.includes(row.id)),
    )
    return {
      items: items.map(slim),
      data: [],
      pageInfo: { hasNextPage: listed.length > 2 * page + 2, hasPreviousPage: false, endCursor: String(page + 1) },
    }
  }
  const server = createServer((request: IncomingMessage, response) => {
    const body = answer(new URL(request.url ?? '', 'http://localhost'))
    response.writeHead(typeof body === 'number' ? body : 200, { 'content-type': 'application/json' })
    response.end(typeof body === 'number' ? '{"message":"no"}' : stringifyJson(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const client = createClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'some-token',
    readOnly: true,
  })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  const list = async () => (await readInventory(client, 2, {})).listed
  return { asked, list, read: async (drafts = false) => completeInventory(client, await list(), { ...HOME, drafts }) }
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe('lists that shift while they are read', () => {
  const reports = [101, 102, 103, 104, 105].map((id) => report(id, `R${id}`))

  test('may show a row twice', async () => {
    const { list } = await serve(inventory({ reports, ...{ again: [101, 103] } }))
    expect(ids((await list()).reports)).toEqual([101, 102, 103, 104, 105])
  })

  test('may be in another order', async () => {
    const rows = {
      reports,
      workbooks: [workbook(21, 'W'), workbook(22, 'V')],
      folders: [folder(11, 'A'), folder(12, 'B')],
    }
    const reversed = Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, list.toReversed()]))
    const [one, other] = [await serve(inventory(rows)), await serve(inventory(reversed))]
    expect(await one.list()).toEqual(await other.list())
  })

  test('may show a folder in two places', async () => {
    const folders = [folder(11, 'A'), folder(12, 'B', 11), folder(12, 'B')]
    const { asked, list } = await serve(inventory({ folders }))
    expect(ids((await list()).folders)).toEqual([11, 12])
    expect(asked.filter((each) => each === 'folders')).toHaveLength(3)
  })

  test('may lack a report that a dashboard shows: it is requested', async () => {
    const workbooks = [workbook(21, 'W', { dashboardDraft: { widgets: [chart('a', 104), chart('b', 101)] } })]
    const { asked, read } = await serve({ ...inventory({ reports, workbooks }), unlisted: [104] })
    const { inventory: whole, gone } = await read()
    expect(ids(whole.reports)).toEqual([101, 102, 103, 104, 105])
    expect(asked.filter((each) => each.startsWith('reports/'))).toEqual(['reports/104'])
    expect(gone.report).toEqual(new Set())
  })

  test('may lack a workbook with a report in it, and what the workbook shows in turn', async () => {
    const workbooks = [workbook(21, 'W', { dashboardDraft: { widgets: [chart('a', 105)] } })]
    const inside = reports.map((row) => (row.id === 101 ? { ...row, workbookId: 21 } : row))
    const { asked, read } = await serve({ ...inventory({ reports: inside, workbooks }), unlisted: [21, 105] })
    const { inventory: whole } = await read()
    expect([ids(whole.workbooks), ids(whole.reports)]).toEqual([[21], [101, 102, 103, 104, 105]])
    expect(asked.filter((each) => each.includes('/'))).toEqual(['workbooks/21', 'reports/105'])
  })

  test('do not prove that something is gone: it is requested by its number', async () => {
    const meta = ledgerOn(21, {
      'workbook/w': { live: 21 },
      'report/A': { live: 101 },
      'report/B': { live: 999 },
      'report/C': { live: 998 },
      'workbook/x': { live: 997 },
    })
    const { asked, read } = await serve({
      ...inventory({ reports, workbooks: [workbook(21, 'W', { slug: 'w', meta })] }),
      hidden: [998],
    })
    const { gone, ledgers } = await read()
    expect(gone).toMatchObject({ report: new Set([999]), workbook: new Set([997]), notification: new Set() })
    expect(asked.filter((each) => each.includes('/')).toSorted()).toEqual([
      'reports/998',
      'reports/999',
      'workbooks/997',
    ])
    expect(ledgers).toMatchObject([{ kind: 'workbook', id: 21, own: { project: HOME.projectId } }])
  })

  test('and widgets of a draft are not requested if nobody reads drafts', async () => {
    const widgets = [chart('a', 999)]
    const published = {
      id: 1,
      publicId: 'x',
      deploymentId: 2,
      workbookId: 21,
      status: 'published' as const,
      allowEmbed: false,
      config: {},
      versionNumber: 1,
      versionId: 1,
      reportSnapshots: [],
    }
    const workbooks = [workbook(21, 'W', { dashboardDraft: { widgets }, publishedDashboard: published })]
    const { asked, read } = await serve(inventory({ reports, workbooks }))
    await read()
    expect(asked).not.toContain('reports/999')
    await read(true)
    expect(asked).toContain('reports/999')
  })
})

describe('slim rows', () => {
  test('are completed one by one, and a row that was deleted meanwhile is left out', async () => {
    const reports = [report(101, 'A', { sqlQuery: 'select 1' }), report(102, 'B')]
    const { asked, list } = await serve({ ...inventory({ reports, workbooks: [workbook(21, 'W')] }), slim: true })
    expect(await list()).toMatchObject({
      reports: [{ id: 101, sqlQuery: 'select 1' }, { id: 102 }],
      workbooks: [{ id: 21 }],
    })
    expect(asked.filter((each) => each.includes('/')).toSorted()).toEqual([
      'reports/101',
      'reports/102',
      'workbooks/21',
    ])

    const vanished = await serve({ ...inventory({ reports }), slim: true, hidden: [101] })
    expect(ids((await vanished.list()).reports)).toEqual([102])
  })
})

describe('workbooks', () => {
  const folders = [folder(11, 'A'), folder(12, 'B', 11)]
  const workbooks = [
    workbook(21, 'R'),
    workbook(22, 'A', { folderId: 11 }),
    workbook(23, 'B', { folderId: 12 }),
    workbook(24, 'Shared', { folderId: 99 }),
  ]

  test('of the root only are requested folder by folder', async () => {
    const { asked, list } = await serve(inventory({ folders, workbooks }))
    expect(ids((await list()).workbooks)).toEqual([21, 22, 23])
    expect(asked.filter((each) => each.startsWith('workbooks'))).toEqual([
      'workbooks',
      'workbooks in 11',
      'workbooks in 12',
    ])
  })

  test('of the root, with one in a folder that nobody can see, are not everything', async () => {
    const { asked, list } = await serve({
      ...inventory({ folders, workbooks: [...workbooks, workbook(25, 'X', { folderId: 0 })] }),
    })
    expect(ids((await list()).workbooks)).toEqual([21, 22, 23, 25])
    expect(asked).toContain('workbooks in 12')
  })
})
