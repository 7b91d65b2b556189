import { describe, expect, test } from 'vitest'
import { HOME, openContract, type Wire } from './support.ts'

const { call, id, everything, sandbox } = openContract()

type Script = Parameters<ReturnType<typeof sandbox>['controls']['addPeople']>[0]
type Action = Script['do'][number]
const act = (action: Action, as?: string) => sandbox().controls.addPeople({ do: [action], ...(as ? { as } : {}) })
const read = async (path: string): Promise<Wire> => (await call('GET', `${HOME}/${path}`)).body
const report = (publicId: string): Promise<Wire> => read(`reports/${id('report', publicId)}`)
const workbook = (slug: string): Promise<Wire> => read(`workbooks/${id('workbook', slug)}`)

describe('what people do in the UI', () => {
  test('edit-report', async () => {
    const { version } = await report('mT5yRc8VqN0j')
    await act({ do: 'edit-report', report: 'mT5yRc8VqN0j', set: { title: 'By hand' } })

    expect(await report('mT5yRc8VqN0j')).toMatchObject({ title: 'By hand', version: version + 1 })
    await act({ do: 'edit-report', report: id('report', 'mT5yRc8VqN0j'), set: { title: 'By id' } })
    expect(await report('mT5yRc8VqN0j')).toMatchObject({ title: 'By id' })
  })

  test('edit-workbook keeps the draft and the meta that it does not set', async () => {
    const before = await workbook('cash')
    await act({ do: 'edit-workbook', workbook: 'cash', set: { name: 'Cash!', meta: { icon: 'coin' } } })

    const after = await workbook('cash')
    expect(after).toMatchObject({ name: 'Cash!', meta: { ...before.meta, icon: 'coin' } })
    expect(after['dashboardDraft']).toEqual(before['dashboardDraft'])
  })

  test('edit-draft, publish, and revert-draft', async () => {
    await act({ do: 'edit-draft', workbook: 'cash', set: { title: 'In progress' } })
    expect(await workbook('cash')).toMatchObject({
      dashboardDraft: { title: 'In progress' },
      dashboardPublished: { title: 'Cash' },
    })

    await act({ do: 'publish', workbook: 'cash' })
    expect(await workbook('cash')).toMatchObject({
      dashboardPublished: { title: 'In progress' },
      publishedDashboard: { title: 'Cash' },
    })

    await act({ do: 'edit-draft', workbook: 'cash', set: { title: 'Second thoughts' } })
    await act({ do: 'revert-draft', workbook: 'cash' })
    expect((await workbook('cash'))['dashboardDraft']).toEqual((await workbook('cash'))['dashboardPublished'])
  })

  test('edit-draft of a workbook without a draft starts from the published one', async () => {
    const con = (await read('workbooks')).items.find(({ name }) => name === 'CON') as Wire
    await act({ do: 'edit-draft', workbook: con.id, set: { title: 'First draft' } })

    const { widgets } = (await read(`workbooks/${con.id}`))['dashboardDraft'] as { widgets: Wire[] }
    expect(widgets.map((widget) => widget.id as unknown)).toEqual(['tabs/1', 'stock', 'todo'])
  })

  test.for([
    ['FOLDER', 'Product', 'folders'],
    ['WORKBOOK', 'board-pack', 'workbooks'],
    ['REPORT', 'S7oPv1LyF4bH', 'reports'],
  ] as const)('rename: a %s', async ([type, name, path]) => {
    const itemId = id(type.toLowerCase() as 'folder', name)
    await act({ do: 'rename', type, id: name, name: 'Renamed' })

    const found =
      type === 'FOLDER' ? await read('workspace?types=FOLDER&search=renamed') : await read(`${path}?first=1000`)
    expect(found.items.find((item) => item.id === itemId)?.name).toBe('Renamed')
  })

  test('delete and duplicate', async () => {
    await act({ do: 'duplicate', workbook: 'order-explorer' })
    const copy = (await read('workbooks')).items.find(({ name }) => name === 'Copy of Order explorer') as Wire

    await act({ do: 'delete', type: 'WORKBOOK', id: copy.id })
    await act({ do: 'delete', type: 'REPORT', id: 'n3QbYe6HsD9v' })
    await act({ do: 'delete', type: 'FOLDER', id: '../../etc' })
    for (const path of [`workbooks/${copy.id}`, `reports/${id('report', 'n3QbYe6HsD9v')}`]) {
      expect((await call('GET', `${HOME}/${path}`)).status).toBe(404)
    }
    expect((await read('workspace?types=FOLDER&search=etc')).items).toEqual([])
  })

  test('open-tab and save-tab: the tab overwrites later changes with what it remembers', async () => {
    const opened = await workbook('weekly-sales-meeting')
    await act({ do: 'open-tab', tab: 'left open', workbook: 'weekly-sales-meeting' })
    const path = `${HOME}/workbooks/${opened.id}`
    await call('PUT', path, { body: { name: 'Changed', meta: { changed: true } } })
    await call('PUT', `${path}/dashboard`, { body: { dashboardDraft: { title: 'Changed' } } })

    await act({ do: 'save-tab', tab: 'left open' })
    expect(await workbook('weekly-sales-meeting')).toEqual({ ...opened, updatedAt: expect.any(String) })
    await expect(act({ do: 'save-tab', tab: 'never opened' })).rejects.toThrow('never opened')
  })

  test('request: any other call, in the other deployment too', async () => {
    await act({ do: 'request', method: 'POST', path: '/api/v1/deployments/1/folders', body: { name: 'In dev' } })
    await act({
      do: 'request',
      method: 'POST',
      path: '/api/v1/deployments/1/reports',
      body: { publicId: 'InDev0000001' },
    })
    await act({ do: 'edit-report', report: 'InDev0000001', set: { name: 'Edited' }, deployment: 1 })

    const { body } = await call('GET', '/api/v1/deployments/1/workspace')
    expect(body.items.map(({ name }) => name)).toEqual(['In dev', 'Edited'])
  })
})

test('a script that sends what the platform does not know is refused, instead of doing less than it says', async () => {
  const before = everything()
  const path = `${HOME}/folders/${id('folder', 'Product')}`
  const move: Action = { do: 'request', method: 'PUT', path, body: { parentId: 1, name: 'Moved' } }
  await expect(act(move)).rejects.toThrow('the platform does not know parentId, and would ignore it')
  await expect(act({ do: 'edit-report', report: 'mT5yRc8VqN0j', set: { sql: 'select 1' } })).rejects.toThrow('sql')
  expect(everything()).toEqual(before)
})

describe('who acts', () => {
  test('an admin by default; a named user by e-mail or id, with their own rights', async () => {
    const byMaria = (await read('folders')).items.find(({ name }) => name === 'Sales')
    await act(
      { do: 'request', method: 'POST', path: `${HOME}/folders`, body: { name: 'Hers', parentId: byMaria?.id } },
      'maria@acme.com',
    )
    expect((await read('workspace?search=Hers&types=FOLDER')).items).toMatchObject([
      { createdBy: 2, user: { firstName: 'Maria' } },
    ])

    const before = everything()
    await expect(act({ do: 'publish', workbook: 'board-pack' }, 'maria@acme.com')).rejects.toThrow(/refused.*publish/)
    await expect(act({ do: 'publish', workbook: 'no-such-slug' })).rejects.toThrow('no-such-slug')
    await expect(act({ do: 'publish', workbook: 'cash' }, 'nobody@acme.com')).rejects.toThrow('nobody@acme.com')
    expect(everything()).toEqual(before)
  })

  test('their requests are not logged, and meet no faults', async () => {
    const { controls } = sandbox()
    controls.clearRequests()
    controls.addFault({ path: '**', kind: 'status', status: 500 })

    await act({ do: 'edit-report', report: 'mT5yRc8VqN0j', set: { title: 'Unseen' } })
    expect(controls.requests()).toEqual([])
    controls.clearFaults()
  })
})

describe('when they act', () => {
  test('just before the nth matching request is handled, once', async () => {
    const path = `${HOME}/reports/${id('report', 'h4Kq9ZtB2wLm')}`
    const title = async () => (await call('GET', path)).body['title']
    await sandbox().controls.addPeople({
      when: { method: 'GET', path, nth: 3 },
      do: [{ do: 'edit-report', report: 'h4Kq9ZtB2wLm', set: { title: 'Meanwhile' } }],
    })

    expect([await title(), await title()]).toEqual(['Revenue by month', 'Revenue by month'])
    await call('PUT', path, { body: {} })
    expect(await title()).toBe('Meanwhile')
    await call('PUT', path, { body: { title: 'Mine' } })
    expect([await title(), await title()]).toEqual(['Mine', 'Mine'])
  })

  test('in the middle of a write: client 3.4, the version that was read is stale by then', async () => {
    const path = `${HOME}/reports/${id('report', 'Xp03vNdR8cYs')}`
    const { version } = (await call('GET', path)).body
    await sandbox().controls.addPeople({
      when: { method: 'PUT', path },
      do: [{ do: 'edit-report', report: 'Xp03vNdR8cYs', set: { title: 'First' } }],
    })

    const { status } = await call('PUT', path, { body: { title: 'Second', expectedVersion: version } })
    expect([status, (await call('GET', path)).body['title']]).toEqual([409, 'First'])
  })

  test('an action that is not allowed is an error of the sandbox, not an answer of the platform', async () => {
    const { controls } = sandbox()
    await controls.addPeople({ when: { path: `${HOME}/folders` }, do: [{ do: 'publish', workbook: 'no-such-slug' }] })
    controls.clearRequests()

    const { status, body } = await call('GET', `${HOME}/folders`)
    expect([status, body.message]).toEqual([500, expect.stringContaining('no-such-slug')])
    expect(controls.requests()).toMatchObject([{ status: 500 }])
    expect((await call('GET', `${HOME}/folders`)).status).toBe(200)
  })
})
