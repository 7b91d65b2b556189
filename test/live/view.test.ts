import { afterEach, describe, expect, test } from 'vitest'
import { NOTHING } from '../../src/content/entity.ts'
import type { Key } from '../../src/content/model.ts'
import { referencesOf } from '../../src/content/references.ts'
import { listsOf } from '../support/lists.ts'
import { keysOf, notesOf, openLive, reportIn, workbookIn } from './support.ts'

const { read, sandbox, send } = openLive()
afterEach(async () => {
  await sandbox().controls.reset()
})

describe('content that the reader may not see', () => {
  test('makes a partial view, and a note says so', async () => {
    const live = await read({}, sandbox().keys.member)
    expect(live.caller).toEqual({ email: 'maria@acme.com', isAdmin: false })
    expect(notesOf(live, 'partial-view')).toMatchObject([{ message: expect.stringContaining('maria@acme.com') }])
    expect(live.content.folders.map(({ path }) => path)).not.toContainEqual(['../../etc'])
    expect(live.content.folders.map(({ path }) => path)).toContainEqual(['Product', 'Experiments'])
  })

  test('is the same partial view if the list of workbooks is the root only', async () => {
    const all = await read({}, sandbox().keys.member)
    sandbox().controls.setSwitches({ workbooksList: 'root' })
    expect((await read({}, sandbox().keys.member)).content).toEqual(all.content)
  })

  test('with a key for one deployment reads the deployment', async () => {
    const live = await read({}, sandbox().controls.addKey({ user: 'ci-bot@acme.com', scope: [2] }).key)
    expect(live.content.workbooks).toHaveLength(7)
  })

  test('leaves out a report if its workbook is invisible', async () => {
    const { ids } = await read()
    const { id } = await send('POST', 'reports', { name: 'Mine', publicId: 'Hidden000001' })
    const maria = sandbox().controls.addKey({ user: 'maria@acme.com' }).key
    await sandbox().controls.addPeople({
      as: 'maria@acme.com',
      do: [
        {
          do: 'request',
          method: 'POST',
          path: '/api/v1/deployments/2/reports',
          body: { name: 'Hers', publicId: 'Hidden000002' },
        },
      ],
    })
    const hers = (await read()).ids.get('report/Hidden000002')
    await send('PUT', `reports/${hers}`, { workbookId: ids.get('workbook/con') })
    const live = await read({}, maria)
    expect([live.ids.has('report/Hidden000001'), live.ids.has('report/Hidden000002'), id > 0]).toEqual([
      false,
      false,
      true,
    ])
    expect(notesOf(live, 'unseen')).toMatchObject([{ message: expect.stringContaining('"Hers" sits in workbook') }])
  })

  test('a platform without /users/me can be read all the same', async () => {
    sandbox().controls.addFault({ method: 'GET', path: '/api/v1/users/me', kind: 'status', status: 404 })
    const live = await read()
    expect(live.caller).toEqual({ email: undefined, isAdmin: false })
    expect(notesOf(live, 'partial-view')).toHaveLength(1)
  })

  test.each([[401], [400]])(
    'but a %i there stops the read',
    async (status) => {
      sandbox().controls.addFault({ method: 'GET', path: '/api/v1/users/me', kind: 'status', status })
      await expect(read()).rejects.toThrow(`answered ${status}`)
    },
    180_000,
  )
})

describe('scope', () => {
  const without = (...left: Key[]) => ({ scope: () => (key: Key) => !left.includes(key) })

  test('decides with the whole deployment in view', async () => {
    let seen = NOTHING
    const everything = await read()
    const live = await read({
      scope: (content) => {
        seen = content
        return () => true
      },
    })
    expect(listsOf(seen)).toEqual(everything.content)
    expect(live.content).toEqual(everything.content)
    expect(live.outside.size).toBe(0)
  })

  test('leaves out a report: widgets name it by its public id', async () => {
    const everything = await read()
    const live = await read(without('report/h4Kq9ZtB2wLm'))
    expect(reportIn(live, 'h4Kq9ZtB2wLm')).toBe(undefined)
    const references = live.content.workbooks.flatMap(({ dashboard }) => (dashboard ? referencesOf(dashboard) : []))
    expect(references).not.toContain('report/h4Kq9ZtB2wLm')
    expect(references.filter((each) => each === 'id:h4Kq9ZtB2wLm').length).toBeGreaterThan(1)
    expect([...live.outside]).toEqual([['h4Kq9ZtB2wLm', everything.ids.get('report/h4Kq9ZtB2wLm')]])
    expect(keysOf(live, 'read-only')).not.toContain('report/h4Kq9ZtB2wLm')
  })

  test('leaves out a report without a public id: widgets name it by its number', async () => {
    const everything = await read()
    const stock = everything.content.reports.find(({ definition }) => definition.name === 'Stock on hand')
    const live = await read(without(`report/${stock?.id}`))
    const con = workbookIn(live, 'con')
    expect(con?.dashboard && referencesOf(con.dashboard)).toContain(
      `missing(2/${everything.ids.get(`report/${stock?.id}`)})`,
    )
    expect(notesOf(live, 'dangling')).toEqual([])
  })

  test('leaves out a workbook with its reports, and a folder that is then empty', async () => {
    const live = await read(
      without('workbook/cash', 'workbook/board-pack', 'folder/Finance', 'folder/Sales', 'report/C5iMw0JtG8xR'),
    )
    expect(live.content.workbooks.map(({ slug }) => slug)).not.toContain('cash')
    expect(live.content.reports.filter(({ place }) => place.workbook === 'cash')).toEqual([])
    const folders = live.content.folders.map(({ path }) => path.join('/'))
    expect([folders.includes('Finance'), folders.includes('Sales')]).toEqual([false, true])
    expect([live.ids.has('workbook/cash'), live.ids.has('folder/Finance'), live.ids.has('folder/Sales')]).toEqual([
      false,
      false,
      true,
    ])
  })
})
