import { describe, expect, test } from 'vitest'
import { DEV, expectRefused, HOME, openContract, TIME } from './support.ts'

const { call, id, everything, sandbox } = openContract()

const upsert = (slug: string, body: unknown, options: { base?: string; as?: string } = {}) =>
  call('PUT', `${options.base ?? HOME}/workbooks/by-slug/${encodeURIComponent(slug)}`, {
    as: options.as ?? 'admin',
    body,
  })

describe('PUT /workbooks/by-slug/{slug}', () => {
  test('endpoints 3: creates with this slug, answers 200 with the workbook', async () => {
    const { status, body } = await upsert('created', { name: 'Created', meta: { a: 1 } })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'created',
      name: 'Created',
      meta: { a: 1 },
      deploymentId: 2,
      type: 'WORKBOOK',
      userId: 1,
    })
  })

  test('endpoints 3: the slug is trimmed and lower-cased before matching', async () => {
    const { body: first } = await upsert('  Mixed-CASE  ', { name: 'First' })
    const { body: second } = await upsert('mixed-case', { name: 'Second' })

    expect([first.slug, second.id]).toEqual(['mixed-case', first.id])
    expectRefused(await upsert('   ', { name: 'Blank' }), 400)
  })

  test.for([
    'über-sicht',
    'a/b',
    '50%',
    '100%25',
    '..%2f',
    'ß',
    "'; drop table workbooks",
    'a?b#c',
    '日本',
    '__proto__',
  ])('endpoints 3: no pattern is declared: the slug "%s" names one workbook', async (slug) => {
    const { status, body } = await upsert(slug, { name: 'Named' })

    expect([status, body.slug]).toEqual([200, slug])
    expect((await upsert(slug, {})).body).toEqual(body)
  })

  test('endpoints 3: partial, and meta is merged into what is stored', async () => {
    const { body: made } = await upsert('merged', {
      name: 'Merged',
      meta: { kept: 1, changed: 1 },
      folderId: id('folder', 'Sales'),
    })

    const { body } = await upsert('merged', { meta: { changed: 2, added: 3 } })

    expect(body).toEqual({ ...made, meta: { kept: 1, changed: 2, added: 3 }, updatedAt: TIME })
  })

  test('endpoints 3: the same request again changes nothing, also with a draft whose widgets lack ids', async () => {
    const widget = { type: 'TEXT', position: { x: 0, y: 0, w: 1, h: 1 } }
    const body = { name: 'Again', meta: { b: 1, a: 2, dashboardDraft: { widgets: [widget, widget] } }, folderId: null }
    const { body: first } = await upsert('again', body)
    const before = everything()

    expect((await upsert('again', body)).body).toEqual(first)
    expect((await upsert('again', { meta: { a: 2 } })).body).toEqual(first)
    expect(everything()).toEqual(before)
  })

  test('schemas 4: slug and slugTakeover are not fields here, so they are dropped', async () => {
    await upsert('stays', { name: 'Stays' })

    expect((await upsert('stays', { slug: 'other', slugTakeover: true, name: 'Renamed' })).body).toMatchObject({
      slug: 'stays',
      name: 'Renamed',
    })
  })

  test('endpoints 3: the same slug may exist in several deployments', async () => {
    const { status, body } = await upsert('cash', { name: 'Cash of dev' }, { base: DEV })

    expect([status, body.slug, body['deploymentId']]).toEqual([200, 'cash', 1])
    expect(body.id).not.toBe(id('workbook', 'cash'))
  })

  test('endpoints 3: update needs edit, manage with folderId plus edit on the destination; create AI BI User', async () => {
    const before = everything()

    expectRefused(await upsert('cash', { name: 'X' }, { as: 'member' }), 403)
    expectRefused(await upsert('revenue-overview', { folderId: null }, { as: 'jonas@acme.com' }), 403)
    expectRefused(await upsert('revenue-overview', { folderId: id('folder', 'Finance') }, { as: 'member' }), 403)
    expectRefused(await upsert('new-here', { folderId: id('folder', 'Finance') }, { as: 'member' }), 403)
    expectRefused(await upsert('new-here', {}, { as: 'nadia@board.acme.com' }), 403)
    // The slug belongs to a workbook that she cannot see: she may neither change it nor take the slug.
    expectRefused(await upsert('board-pack', { name: 'X' }, { as: 'member' }), 404)
    expect(everything()).toEqual(before)
    expect((await upsert('revenue-overview', { meta: { icon: 'tea' } }, { as: 'jonas@acme.com' })).status).toBe(200)
    expect((await upsert('revenue-overview', { folderId: null }, { as: 'member' })).status).toBe(200)
  })

  test('endpoints 3: 404 when the deployment does not exist', async () => {
    expectRefused(await upsert('x', {}, { base: '/api/v1/deployments/9' }), 404)
  })

  test('endpoints 3: upsert_branch_changed is the one 409, transient, with nothing applied', async () => {
    const path = `${HOME}/workbooks/by-slug/**`
    sandbox().controls.addFault({ path, kind: 'status', status: 409, code: 'upsert_branch_changed' })
    const before = everything()

    expectRefused(await upsert('raced', {}), 409, 'upsert_branch_changed')
    expect(everything()).toEqual(before)
    expect((await upsert('raced', {})).status).toBe(200)
  })

  test('endpoints 3: keys that are special to JavaScript are ordinary keys of meta', async () => {
    const path = `${HOME}/workbooks/by-slug/hostile`
    const headers = { 'content-type': 'application/json' }
    const meta =
      '{"__proto__":{"polluted":true},"constructor":{"a":1},"toString":"x","10":1,"9":2,"big":12345678901234567890}'
    for (const bySlugMeta of ['shallow', 'deep'] as const) {
      sandbox().controls.setSwitches({ bySlugMeta })
      const { text } = await call('PUT', path, { raw: `{"meta":${meta}}`, headers })
      expect(text).toContain(`"meta":${meta}`)
    }
    const { text } = await call('PUT', path, { raw: '{"meta":{"__proto__":{"more":1}}}', headers })

    expect(text).toContain('"__proto__":{"polluted":true,"more":1}')
    sandbox().controls.setSwitches({ bySlugMeta: 'shallow' })
  })
})
