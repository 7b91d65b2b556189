import { expect, test } from 'vitest'
import { connect, errorOf } from '../../packages/platform/test/client/support.ts'
import { EMPTY } from '../content/values.ts'
import { ENDLESS, type Endless, LISTS, startEndless } from '../support/endless.ts'
import { reply, startServer } from '../support/http.ts'
import { HOME, readDeployment } from './support.ts'
import { chart, folder, report, workbook } from './wire.ts'

const read = (url: string) => readDeployment(connect(url), { ...HOME, declared: EMPTY })

// Rows that are new each time take long to be too many: they have a test of their own.
const QUICK = (Object.keys(ENDLESS) as Endless[]).filter((how) => how !== 'new rows under new cursors')

test.each(LISTS.flatMap((list) => QUICK.map((how) => [list, how] as const)))('endless %s: %s', async (list, how) => {
  const server = await startEndless(list, how)
  expect(await errorOf(read(server.url))).toMatchObject({
    code: 'BW-E2010',
    exit: 1,
    message: expect.stringMatching(new RegExp(`/${list} gave (the same cursor twice|\\d+ pages in a row)`)),
  })
  expect(server.lines().filter((line) => line.includes(`/${list}`)).length).toBeLessThan(20)
})

test('each folder has another folder in it', async () => {
  let made = 0
  const server = await startServer((response, request) => {
    if (request.url.includes('/users/')) return reply(404, '{}')(response, request)
    made += 1
    const items = request.url.includes('/folders') ? [folder(made, `folder ${made}`)] : []
    reply(200, JSON.stringify({ items, data: [] }))(response, request)
  })
  expect(await errorOf(read(server.url))).toMatchObject({
    code: 'BW-E2010',
    message: expect.stringContaining('nested more than 100 deep'),
  })
  expect(server.seen.length).toBeLessThan(120)
})

test('each object shows another one that no list has', async () => {
  const server = await startServer((response, request) => {
    if (request.url.includes('/users/')) return reply(404, '{}')(response, request)
    const [, kind, number] = /\/(workbooks|reports)\/(\d+)/.exec(request.url) ?? []
    const id = Number(number)
    // A report sits in a workbook of a higher number, and that one shows a report of a higher number.
    const row =
      kind === 'reports'
        ? report(id, `report ${id}`, { workbookId: id + 1 })
        : workbook(id, `workbook ${id}`, { dashboardDraft: { widgets: [chart('w', id + 1)] } })
    const items = request.url.includes('/reports') ? [report(1, 'report 1', { workbookId: 2 })] : []
    reply(200, JSON.stringify(kind === undefined ? { items, data: [] } : row))(response, request)
  })
  expect(await errorOf(read(server.url))).toMatchObject({ code: 'BW-E2010' })
  expect(server.seen.length).toBeLessThan(60)
})
