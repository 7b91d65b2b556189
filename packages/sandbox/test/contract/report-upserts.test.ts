import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, DEV, expectRefused, HOME, NUMBER, openContract, TIME, type Wire } from './support.ts'

const { call, id, everything, sandbox } = openContract()

const upsert = (publicId: string, body: unknown, options: { base?: string; as?: string } = {}) =>
  call('PUT', `${options.base ?? HOME}/reports/by-public-id/${publicId}`, { as: options.as ?? 'admin', body })
const legacy = async (name: string): Promise<Wire> =>
  (await call('GET', `${HOME}/reports?search=${encodeURIComponent(name)}`)).body.items[0] as Wire

describe('PUT /reports/by-public-id/{publicId}', () => {
  test('endpoints 2: creates with this id, answers 200 with the report', async () => {
    const { status, body } = await upsert('AsCode000001', { name: 'As code', source: 'EXCEL' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: NUMBER,
      publicId: 'AsCode000001',
      deploymentId: 2,
      type: 'REPORT',
      name: 'As code',
      source: 'EXCEL',
      version: 1,
      user: ADMIN,
      createdAt: TIME,
    })
  })

  test('endpoints 2: updates the sent fields of an existing one, the rest stays', async () => {
    const before = (await call('GET', `${HOME}/reports/${id('report', 'mT5yRc8VqN0j')}`)).body

    const { status, body } = await upsert('mT5yRc8VqN0j', { title: 'Changed' })

    expect(status).toBe(200)
    expect(body).toEqual({ ...before, title: 'Changed', version: before.version + 1, updatedAt: TIME })
  })

  test('endpoints 2 and 18.2: the same request again changes nothing', async () => {
    const body = { name: 'Twice', meta: { b: 1, a: { z: null } }, folderId: id('folder', 'Sales'), jsonQuery: '{}' }
    const first = await upsert('Twice0000001', body)
    const before = everything()

    expect((await upsert('Twice0000001', body)).body).toEqual(first.body)
    expect(everything()).toEqual(before)
  })

  test('endpoints 2: source is create-only, and ignored in silence on update', async () => {
    await upsert('Source000001', { source: 'D3' })

    expect((await upsert('Source000001', { source: 'EXCEL' })).body).toMatchObject({ source: 'D3', version: 1 })
    expect((await upsert('Source000001', { source: null })).body).toMatchObject({ source: 'D3', version: 1 })
  })

  test('schemas 3: expectedVersion and placementId belong to the plain update, so they are dropped here', async () => {
    expect((await upsert('mT5yRc8VqN0j', { title: 'Y', expectedVersion: 1 })).status).toBe(200)
  })

  test('a publicId in the body has to be the one of the path', async () => {
    expectRefused(await upsert('AsCode000001', { publicId: 'AsCode000002' }), 400)
    expect((await upsert('AsCode000001', { publicId: 'AsCode000001' })).status).toBe(200)
  })

  test('endpoints 2: update needs edit on the report, create what POST needs', async () => {
    const before = everything()

    expectRefused(await upsert('mT5yRc8VqN0j', { name: 'X' }, { as: 'priya@acme.com' }), 403)
    expectRefused(await upsert('S7oPv1LyF4bH', { name: 'X' }, { as: 'member' }), 404)
    expectRefused(await upsert('Forbidden001', { folderId: id('folder', 'Finance') }, { as: 'member' }), 403)
    expectRefused(await upsert('mT5yRc8VqN0j', { folderId: id('folder', 'Finance') }, { as: 'member' }), 403)
    expectRefused(await upsert('Forbidden001', {}, { as: 'nadia@board.acme.com' }), 403)
    expect(everything()).toEqual(before)
  })
})

describe('its three 409s', () => {
  test('endpoints 2: without a code when the id belongs to another deployment, also when the caller cannot see it', async () => {
    const before = everything()

    expectRefused(await upsert('mT5yRc8VqN0j', { name: 'X' }, { base: DEV }), 409, undefined)
    expectRefused(await upsert('S7oPv1LyF4bH', { name: 'X' }, { base: DEV, as: 'member' }), 409, undefined)
    expect(everything()).toEqual(before)
  })

  test('endpoints 2: upsert_branch_changed if another writer came in between; nothing is applied, a retry works', async () => {
    const path = `${HOME}/reports/by-public-id/*`
    sandbox().controls.addFault({ method: 'PUT', path, kind: 'status', status: 409, code: 'upsert_branch_changed' })
    const before = everything()

    expectRefused(await upsert('mT5yRc8VqN0j', { name: 'X' }), 409, 'upsert_branch_changed')
    expect(everything()).toEqual(before)
    expect((await upsert('mT5yRc8VqN0j', { name: 'X' })).body.name).toBe('X')
  })

  test('endpoints 2: ambiguous_legacy_id when a synthesised id matches several reports; nothing changed', async () => {
    const [one, two] = [await legacy('URGENT'), await legacy('Kaffeemaschinen')]
    expect(one.publicId).toBe(two.publicId)
    const before = everything()

    expectRefused(await upsert(one.publicId, { name: 'X' }), 409, 'ambiguous_legacy_id')
    expect(everything()).toEqual(before)
  })
})

describe('reports older than stable ids', () => {
  beforeEach(() => sandbox().controls.reset())

  test('endpoints 2: an unambiguous synthesised id is resolved, and adopted as the real one', async () => {
    const stock = await legacy('Stock on hand')

    expect((await upsert(stock.publicId, { title: 'Adopted' })).body).toMatchObject({
      id: stock.id,
      publicId: stock.publicId,
      title: 'Adopted',
    })
    // From now on it is an ordinary id: write-once, unique in the account, and repeating the request changes nothing.
    expect((await upsert(stock.publicId, { title: 'Adopted' })).body).toMatchObject({ id: stock.id, title: 'Adopted' })
    const { status } = await call('PUT', `${HOME}/reports/${stock.id}`, { body: { publicId: 'Chosen000001' } })
    expect(status).toBe(400)
    expectRefused(await upsert(stock.publicId, {}, { base: DEV }), 409)
  })

  test('endpoints 2: adopting needs edit, and does not happen without it', async () => {
    const stock = await legacy('Stock on hand')
    const before = everything()

    expectRefused(await upsert(stock.publicId, { title: 'X' }, { as: 'member' }), 404)
    expect(everything()).toEqual(before)
  })

  test('endpoints 2: an ambiguous one is adopted by assigning a chosen id with the plain update', async () => {
    const [one, two] = [await legacy('URGENT'), await legacy('Kaffeemaschinen')]
    await call('PUT', `${HOME}/reports/${one.id}`, { body: { publicId: 'Chosen000001' } })

    expect((await upsert('Chosen000001', { title: 'Now keyed' })).body.id).toBe(one.id)
    // That makes the other one unambiguous.
    expect((await upsert(two.publicId, { title: 'X' })).body.id).toBe(two.id)
  })

  test('endpoints 2: a synthesised id that matches nothing is not an id to create with', async () => {
    const before = everything()

    expectRefused(await upsert('000000000001', { name: 'X' }, { base: DEV }), 400)
    expectRefused(await upsert('00000000zzzz', { name: 'X' }), 400)
    expect(everything()).toEqual(before)
  })
})
