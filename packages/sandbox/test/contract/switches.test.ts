import { afterEach, expect, test } from 'vitest'
import type { Switches } from '../../index.ts'
import { HOME, openContract, type Wire } from './support.ts'

const { call, id, sandbox } = openContract()
afterEach(() => void sandbox().controls.setSwitches(initial))

const send = async (method: string, path: string, body?: unknown): Promise<Wire> =>
  (await call(method, `${HOME}/${path}`, { body })).body
const statusOf = async (method: string, path: string, body?: unknown): Promise<number> =>
  (await call(method, `${HOME}/${path}`, { body })).status

let count = 0
/** 12 characters, different each time. */
function freshId(): string {
  count += 1
  return `Switch${String(count).padStart(6, '0')}`
}
const makeWorkbook = (body: object = {}): Promise<Wire> => send('PUT', `workbooks/by-slug/${freshId()}`, body)
const readWorkbook = ({ id: workbook }: Wire): Promise<Wire> => send('GET', `workbooks/${workbook}`)
const act = (action: object) => sandbox().controls.addPeople({ do: [action as never] })

interface Row {
  readonly name: keyof Switches
  /** The open question that the switch stands for, and its fact sheet. */
  readonly cites: string
  /** The default value with what is observed under it, then the other value with the same. */
  readonly expected: readonly (readonly [value: string, seen: unknown])[]
  readonly observe: () => Promise<unknown>
}

const DRAFT = { title: 'Draft', widgets: [] }

/** One row for each switch that concerns content. */
const ROWS: readonly Row[] = [
  {
    name: 'reportMeta',
    cites: 'schemas 3: replace or merge is not stated for reports',
    expected: [
      ['replace', { b: { d: 4 } }],
      ['merge', { a: 1, b: { d: 4 } }],
    ],
    async observe() {
      const made = await send('POST', 'reports', { meta: { a: 1, b: { c: 2 } } })
      return (await send('PUT', `reports/${made.id}`, { meta: { b: { d: 4 } } })).meta
    },
  },
  {
    name: 'bySlugMeta',
    cites: 'endpoints 3: the depth of the merge is not stated',
    expected: [
      ['shallow', { a: 1, b: { d: 4 }, list: [3] }],
      ['deep', { a: 1, b: { c: 2, d: 4 }, list: [3] }],
    ],
    async observe() {
      const { slug } = await makeWorkbook({ meta: { a: 1, b: { c: 2 }, list: [1, 2] } })
      return (await send('PUT', `workbooks/by-slug/${slug}`, { meta: { b: { d: 4 }, list: [3] } })).meta
    },
  },
  {
    name: 'metaDraft',
    cites: 'schemas 4: meta may hold a dashboardDraft key',
    expected: [
      ['with', [DRAFT, DRAFT]],
      ['without', [undefined, DRAFT]],
    ],
    async observe() {
      const made = await readWorkbook(await makeWorkbook({ meta: { dashboardDraft: DRAFT } }))
      return [made.meta['dashboardDraft'], made['dashboardDraft']]
    },
  },
  {
    name: 'replacedMetaDraft',
    cites: 'endpoints 3: an update by id replaces the whole metadata object',
    expected: [
      ['dropped', null],
      ['kept', DRAFT],
    ],
    async observe() {
      const made = await makeWorkbook({ meta: { dashboardDraft: DRAFT } })
      await send('PUT', `workbooks/${made.id}`, { meta: { other: 1 } })
      return (await readWorkbook(made))['dashboardDraft']
    },
  },
  {
    name: 'draftAnswer',
    cites: 'schemas 4: every key of the answer is optional',
    expected: [
      ['with', true],
      ['without', false],
    ],
    async observe() {
      const { id } = await makeWorkbook({})
      return 'dashboardDraft' in (await send('PUT', `workbooks/${id}/dashboard`, { dashboardDraft: DRAFT }))
    },
  },
  {
    name: 'publishDraft',
    cites: 'endpoints 3: publish has no prose',
    expected: [
      ['keeps', [DRAFT, DRAFT]],
      ['clears', [null, DRAFT]],
    ],
    async observe() {
      const made = await makeWorkbook({ meta: { dashboardDraft: DRAFT } })
      await send('POST', `workbooks/${made.id}/publish`)
      const now = await readWorkbook(made)
      return [now['dashboardDraft'], now['dashboardPublished']]
    },
  },
  {
    name: 'nulls',
    cites: 'schemas, reading guide: nullable is not the same as clearing',
    expected: [
      ['clear', { title: null, meta: null, externalWorkbookId: null, slug: null, draft: null }],
      ['ignore', { title: 'T', meta: { a: 1 }, externalWorkbookId: 'x', slug: expect.any(String), draft: DRAFT }],
    ],
    async observe() {
      const { id: report } = await send('POST', 'reports', { title: 'T', meta: { a: 1 }, externalWorkbookId: 'x' })
      const { title, meta, externalWorkbookId } = await send('PUT', `reports/${report}`, {
        title: null,
        meta: null,
        externalWorkbookId: null,
      })
      const workbook = await makeWorkbook({ meta: { dashboardDraft: DRAFT } })
      await send('PUT', `workbooks/${workbook.id}/dashboard`, { dashboardDraft: null })
      await send('PUT', `workbooks/${workbook.id}`, { slug: null })
      const { slug, dashboardDraft: draft } = await readWorkbook(workbook)
      return { title, meta, externalWorkbookId, slug, draft }
    },
  },
  {
    name: 'deletedWorkbookReports',
    cites: 'endpoints 3: the effect on contained reports is not stated',
    expected: [
      ['removed', [404, undefined, undefined]],
      ['detached', [200, null, 'Sales']],
    ],
    async observe() {
      const { id: workbookId } = await makeWorkbook({ folderId: id('folder', 'Sales') })
      const { id: report } = await send('POST', 'reports', { workbookId })
      await send('DELETE', `workbooks/${workbookId}`)
      const { status, body } = await call('GET', `${HOME}/reports/${report}`)
      return [status, body['workbookId'], (body['folderPath'] as Wire[] | undefined)?.[0]?.name]
    },
  },
  {
    name: 'workbooksList',
    cites: 'endpoints 3: the meaning of an omitted folderId is not stated',
    expected: [
      ['all', ['cash', null]],
      ['root', [null]],
    ],
    async observe() {
      const { items } = await send('GET', 'workbooks')
      return items.filter(({ name }) => name === 'Cash' || name === 'CON').map(({ slug }) => slug)
    },
  },
  {
    name: 'listRows',
    cites: 'schemas 2: the item type of a list is the whole object, what a list leaves out is not stated',
    expected: [
      ['full', [true, true, true, true]],
      ['slim', [false, false, false, true]],
    ],
    async observe() {
      const has = ({ items }: Wire, field: string) => items.every((item) => field in item)
      return [
        has(await send('GET', 'reports'), 'sqlQuery'),
        has(await send('GET', 'workbooks'), 'dashboardDraft'),
        has(await send('GET', 'workspace?types=WORKBOOK&search='), 'publishedDashboard'),
        'sqlQuery' in (await send('GET', `reports/${id('report', 'mT5yRc8VqN0j')}`)),
      ]
    },
  },
  {
    name: 'themeKeys',
    cites: 'schemas 16.7: theme keys outside the typed input may not survive',
    expected: [
      ['kept', { palette: 'p', constructor: 'c', controls: { glow: 1, padding: '1px' } }],
      ['dropped', { controls: { padding: '1px' } }],
    ],
    async observe() {
      const { id: workbook } = await makeWorkbook()
      const theme = { palette: 'p', constructor: 'c', controls: { glow: 1, padding: '1px' } }
      const { dashboardDraft } = await send('PUT', `workbooks/${workbook}/dashboard`, { dashboardDraft: { theme } })
      return (dashboardDraft as { theme: unknown }).theme
    },
  },
  {
    name: 'uiSaveMeta',
    cites: 'what the UI does with metadata that others wrote is not stated',
    expected: [
      ['keeps', { boardwright: { a: 1 }, icon: 'tea' }],
      ['drops', { icon: 'tea' }],
    ],
    async observe() {
      const made = await makeWorkbook({ meta: { boardwright: { a: 1 }, icon: 'tea' } })
      await act({ do: 'edit-workbook', workbook: made.id, set: { name: 'Saved in the UI' } })
      return (await readWorkbook(made)).meta
    },
  },
  {
    name: 'duplicateMeta',
    cites: 'endpoints 3: duplicate does not say whether meta is carried over',
    expected: [
      ['copied', { a: 1 }],
      ['dropped', {}],
    ],
    async observe() {
      const made = await makeWorkbook({ meta: { a: 1 } })
      return (await send('POST', `workbooks/${made.id}/duplicate`)).meta
    },
  },
  {
    name: 'deletedPublicId',
    cites: 'endpoints 2: whether the id of a deleted report is free again is not stated',
    expected: [
      ['reusable', [200, 200]],
      ['retired', [409, 409]],
    ],
    async observe() {
      const publicId = freshId()
      const { id: first } = await send('POST', 'reports', { publicId })
      await send('DELETE', `reports/${first}`)
      const upserted = await statusOf('PUT', `reports/by-public-id/${publicId}`, {})
      const again = freshId()
      const { id: workbookId } = await makeWorkbook()
      await send('POST', 'reports', { publicId: again, workbookId })
      await send('DELETE', `workbooks/${workbookId}`)
      return [upserted, await statusOf('POST', 'reports', { publicId: again })]
    },
  },
  {
    name: 'expectedVersion',
    cites: 'client 3.4: known from release 0.17 on, an unknown field before (client 3.6)',
    expected: [
      ['known', [409, 1]],
      ['ignored', [200, 2]],
    ],
    async observe() {
      const { id: report } = await send('POST', 'reports', {})
      const status = await statusOf('PUT', `reports/${report}`, { name: 'X', expectedVersion: 7 })
      return [status, (await send('GET', `reports/${report}`)).version]
    },
  },
  {
    name: 'unknownRoutes',
    cites: 'client 3.1: 200 with HTML, or a 404',
    expected: [
      ['json', [404, '{']],
      ['html', [200, '<']],
    ],
    async observe() {
      const { status, text } = await call('GET', `${HOME}/no-such-thing`)
      return [status, text[0]]
    },
  },
]
const initial = Object.fromEntries(ROWS.map(({ name, expected }) => [name, expected[0]?.[0]]))

test.for(ROWS.flatMap((row) => row.expected.map(([value, seen]) => ({ ...row, value, seen }))))(
  '$name: $value ($cites)',
  async ({ name, value, seen, observe }) => {
    sandbox().controls.setSwitches({ [name]: value })

    expect(await observe()).toEqual(seen)
  },
)

test.for(ROWS)('$name defaults to its first value', ({ name, expected }) => {
  expect(sandbox().controls.setSwitches({})[name]).toBe(expected[0]?.[0])
})

test('nulls, either way: folderId null of a workbook is the root (endpoints 3), and a name is never cleared', async () => {
  for (const nulls of ['clear', 'ignore'] as const) {
    sandbox().controls.setSwitches({ nulls })
    const made = await makeWorkbook({ name: 'Named', folderId: id('folder', 'Sales') })
    await send('PUT', `workbooks/${made.id}`, { folderId: null, name: null })
    expect(await readWorkbook(made)).toMatchObject({ folderId: null, name: 'Named' })
  }
})
