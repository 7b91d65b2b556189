import { describe, expect, test } from 'vitest'
import { expectRefused, HOME, openContract } from './support.ts'

const { call, id, everything } = openContract()

const report = (): string => `${HOME}/reports/${id('report', 'mT5yRc8VqN0j')}`
const workbook = (): string => `${HOME}/workbooks/${id('workbook', 'cash')}`
const widget = (fields: object) => ({ id: 'w', type: 'TEXT', position: { x: 0, y: 0, w: 1, h: 1 }, ...fields })
const draft = (fields: object) => ({ dashboardDraft: { title: 'X', ...fields } })
const long = (length: number): string => 'n'.repeat(length)
const item = { type: 'REPORT', id: 1 }

/** One row for each bound or type in a fact sheet, with a body that is wrong in that point only. */
const WRONG: readonly (readonly [rule: string, method: string, path: () => string, body: unknown])[] = [
  ['schemas 6: folder name required', 'POST', () => `${HOME}/folders`, {}],
  ['schemas 6: folder name not null', 'POST', () => `${HOME}/folders`, { name: null }],
  ['schemas 6: folder name a string', 'POST', () => `${HOME}/folders`, { name: 7 }],
  ['schemas 6: folder name max 255', 'POST', () => `${HOME}/folders`, { name: long(256) }],
  ['schemas 6: parentId an integer', 'POST', () => `${HOME}/folders`, { name: 'X', parentId: 'Sales' }],
  ['schemas 6: position an integer', 'POST', () => `${HOME}/folders`, { name: 'X', position: 1.5 }],
  [
    'schemas 6: folder name max 255 on update',
    'PUT',
    () => `${HOME}/folders/${id('folder', 'Sales')}`,
    { name: long(256) },
  ],
  ['a blank folder name', 'PUT', () => `${HOME}/folders/${id('folder', 'Sales')}`, { name: ' \t' }],
  ['schemas 3: report name max 255', 'POST', () => `${HOME}/reports`, { name: long(256) }],
  ['spec Limits: report title max 255', 'POST', () => `${HOME}/reports`, { name: 'X', title: long(256) }],
  ['spec Errors: report name max 255 on update', 'PUT', report, { name: long(256) }],
  ['spec Errors: report title max 255 on update', 'PUT', report, { title: long(256) }],
  ['schemas 3: publicId exactly 12, not 11', 'POST', () => `${HOME}/reports`, { publicId: 'abcdefghijk' }],
  ['schemas 3: publicId exactly 12, not 13', 'POST', () => `${HOME}/reports`, { publicId: 'abcdefghijklm' }],
  ['schemas 3: publicId of 0-9A-Za-z only', 'POST', () => `${HOME}/reports`, { publicId: 'abcdefghijk_' }],
  ['endpoints 2: publicId of the path, 11', 'PUT', () => `${HOME}/reports/by-public-id/abcdefghijk`, {}],
  ['schemas 3: jsonQuery a string, not an object', 'POST', () => `${HOME}/reports`, { jsonQuery: { measures: [] } }],
  ['schemas 3: meta an object, not a list', 'PUT', report, { meta: [] }],
  ['schemas 3: meta an object, not text', 'PUT', report, { meta: '{}' }],
  ['schemas 3: source one of four', 'POST', () => `${HOME}/reports`, { source: 'VEGA' }],
  ['schemas 3: host one of two', 'PUT', report, { host: 'LIBRE_OFFICE' }],
  ['schemas 3: folderId an integer', 'PUT', report, { folderId: '200001' }],
  ['schemas 3: pivotItems with its four lists', 'PUT', report, { pivotItems: { columns: [], measures: [], rows: [] } }],
  [
    'schemas 3: pivot lists hold strings',
    'PUT',
    report,
    { pivotItems: { columns: [1], measures: [], rows: [], filters: [] } },
  ],
  ['schemas 3: resultLocation required', 'PUT', () => `${report()}/connect-workbook`, { externalWorkbookId: 'x' }],
  ['schemas 3: externalWorkbookId required', 'PUT', () => `${report()}/connect-workbook`, { resultLocation: 'A!B1' }],
  [
    'schemas 3: checksum hash 1 to 64',
    'PUT',
    () => `${report()}/refresh`,
    { resultChecksum: { v: 1, chunks: [{ from: 0, hash: long(65) }] } },
  ],
  [
    'schemas 3: at most 2000 chunks',
    'PUT',
    () => `${report()}/refresh`,
    { resultChecksum: { v: 1, chunks: Array(2001).fill({ from: 0, hash: 'h' }) } },
  ],
  ['schemas 3: checksum v at least 1', 'PUT', () => `${report()}/refresh`, { resultChecksum: { v: 0, chunks: [] } }],
  ['schemas 4: workbook name a string', 'POST', () => `${HOME}/workbooks`, { name: ['X'] }],
  ['schemas 4: workbook meta an object', 'PUT', workbook, { meta: 'X' }],
  [
    'endpoints 3: a draft in meta is validated',
    'PUT',
    () => `${HOME}/workbooks/by-slug/cash`,
    { meta: { dashboardDraft: { widgets: [{ type: 'TEXT' }] } } },
  ],
  [
    'endpoints 3: a draft in meta is validated on update',
    'PUT',
    workbook,
    { meta: { dashboardDraft: { kind: 'MODERN' } } },
  ],
  [
    'endpoints 3: a draft in meta is validated on create',
    'POST',
    () => `${HOME}/workbooks`,
    { meta: { dashboardDraft: 'X' } },
  ],
  ['schemas 5: kind one of two', 'PUT', () => `${workbook()}/dashboard`, draft({ kind: 'classic' })],
  [
    'schemas 5: widget id max 128',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [widget({ id: long(129) })] }),
  ],
  [
    'schemas 5: widget type one of the ten',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [widget({ type: 'TABLE' })] }),
  ],
  [
    'schemas 5: widget position required',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [{ id: 'w', type: 'TEXT' }] }),
  ],
  [
    'schemas 5: position of four integers',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [widget({ position: { x: 0, y: 0, w: 1 } })] }),
  ],
  [
    'schemas 5: position of integers',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [widget({ position: { x: 0.5, y: 0, w: 1, h: 1 } })] }),
  ],
  [
    'schemas 5: responsive layouts are positions',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ widgets: [widget({ responsiveLayouts: { lg: { x: 0 } } })] }),
  ],
  [
    'schemas 5: entry max 255',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ kind: 'APP', app: { entry: long(256) } }),
  ],
  [
    'schemas 5: app files hold strings',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ app: { files: { 'a.ts': 1 } } }),
  ],
  ['schemas 5: margins are integers', 'PUT', () => `${workbook()}/dashboard`, draft({ layout: { margin: ['12px'] } })],
  [
    'schemas 5: theme values are strings',
    'PUT',
    () => `${workbook()}/dashboard`,
    draft({ theme: { widgets: { border: { width: 2 } } } }),
  ],
  ['spec Publish: workbookId required in a body', 'POST', () => `${workbook()}/publish`, { title: 'X' }],
  [
    'schemas 5: widget id required for publish',
    'POST',
    () => `${workbook()}/publish`,
    () => ({ workbookId: id('workbook', 'cash'), config: { widgets: [widget({ id: undefined })] } }),
  ],
  [
    'schemas 5: widget id max 128 for publish',
    'POST',
    () => `${workbook()}/publish`,
    () => ({ workbookId: id('workbook', 'cash'), config: { widgets: [widget({ id: long(129) })] } }),
  ],
  ['schemas 4: threadId required', 'POST', () => `${workbook()}/dashboard/ai-widget-thread`, { widgetId: 'w' }],
  ['schemas 4: shared a boolean', 'POST', () => `${workbook()}/duplicate`, { shared: 'yes' }],
  [
    'schemas: embed action one of two',
    'PUT',
    () => `${workbook()}/embed-access`,
    { allEmbedUsers: true, action: 'write' },
  ],
  ['schemas 6: move needs a type', 'POST', () => `${HOME}/workspace/move`, { id: 1, folderId: null }],
  ['schemas 6: type one of three', 'POST', () => `${HOME}/workspace/move`, { type: 'DASHBOARD', id: 1 }],
  ['schemas 6: 1 item at least', 'POST', () => `${HOME}/workspace/bulk-move`, { items: [] }],
  ['schemas 6: 100 items at most', 'POST', () => `${HOME}/workspace/bulk-delete`, { items: Array(101).fill(item) }],
  ['schemas 6: items required', 'POST', () => `${HOME}/workspace/bulk-delete`, {}],
]

describe('a body that breaks a stated bound or type is 400 and changes nothing', () => {
  test.for(WRONG)('%s', async ([, method, path, body]) => {
    const before = everything()

    expectRefused(await call(method, path(), { body: typeof body === 'function' ? body() : body }), 400)

    expect(everything()).toEqual(before)
  })
})

test('schemas 3 and 6: names of 255, a widget id of 128, an entry of 255', async () => {
  const { status } = await call('POST', `${HOME}/folders`, { body: { name: long(255) } })
  const { body: made } = await call('POST', `${HOME}/reports`, { body: { name: long(255), title: long(255) } })
  const { body: book } = await call('POST', `${HOME}/workbooks`, { body: { name: long(300) } })
  const saved = await call('PUT', `${HOME}/workbooks/${book.id}/dashboard`, {
    body: draft({ app: { entry: long(255) }, widgets: [widget({ id: long(128) })] }),
  })

  expect([status, saved.status, made.name, book.name]).toEqual([200, 200, long(255), long(300)])
})
