import { afterEach, describe, expect, test } from 'vitest'
import { FOR_ALL, FOR_BEANHOUSE, FOR_NOBODY, openEmbed } from './embed-support.ts'
import { expectRefused, HOME } from './support.ts'

const { bearing, call, enter, id, keyed, sandbox } = openEmbed()

const at = (publicId: string): string => `/api/v1/embed/dashboard/${publicId}`
const look = (token: string, publicId: string) => bearing(token, 'GET', at(publicId))
const allow = (publicId: string, allowEmbed: boolean) => call('PATCH', at(publicId), { body: { allowEmbed } })
const share = (slug: string, audience: object, action: 'read' | 'none') =>
  call('PUT', `${HOME}/workbooks/${id('workbook', slug)}/embed-access`, { body: { ...audience, action } })

const IN_BEANHOUSE = { embedTenantName: 'beanhouse' }

afterEach(async () => {
  await allow(FOR_BEANHOUSE, true)
  await allow(FOR_ALL, true)
  await allow(FOR_NOBODY, false)
})

describe('reading a dashboard in an embed session', () => {
  test('endpoints 13: a published dashboard that is shared with the embed tenant and allows it', async () => {
    const { status, body } = await look(await enter(IN_BEANHOUSE), FOR_BEANHOUSE)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      publicId: FOR_BEANHOUSE,
      status: 'published',
      allowEmbed: true,
      fromSharedWorkspace: true,
    })
    const { body: workbook } = await call('GET', `${HOME}/workbooks/${id('workbook', 'revenue-overview')}`)
    expect({ ...body, fromSharedWorkspace: undefined }).toEqual({
      ...(workbook['publishedDashboard'] as object),
      fromSharedWorkspace: undefined,
    })
  })

  test('endpoints 13: or with all embed users', async () => {
    for (const body of [IN_BEANHOUSE, { embedTenantName: 'cafe-du-lac' }, {}]) {
      expect((await look(await enter(body), FOR_ALL)).status).toBe(200)
    }
  })

  test('endpoints 13: 404 when it is not visible: not shared, or with another tenant', async () => {
    for (const body of [{ embedTenantName: 'cafe-du-lac' }, {}])
      expectRefused(await look(await enter(body), FOR_BEANHOUSE), 404)
    expectRefused(await look(await enter(IN_BEANHOUSE), FOR_NOBODY), 404)
  })

  test('endpoints 13: the flag alone does not expose a dashboard', async () => {
    await allow(FOR_NOBODY, true)
    expectRefused(await look(await enter(IN_BEANHOUSE), FOR_NOBODY), 404)
  })

  test('endpoints 13: 404 when it is missing, or not published', async () => {
    const token = await enter({ ...IN_BEANHOUSE, creatorMode: true })
    expectRefused(await look(token, 'no-such-dashboard'), 404)
    const { body: workbook } = await bearing(token, 'POST', `${HOME}/workbooks`, { name: 'Mine' })
    expect(workbook['publishedDashboard']).toBe(null)
  })

  test('endpoints 13: resolved in the scope of the session: of another deployment, 404', async () => {
    expectRefused(await look(await enter({ ...IN_BEANHOUSE, deploymentId: 1 }), FOR_BEANHOUSE), 404)
  })

  test('endpoints 13: 403 when embedding is not permitted: signed embedding needs the allow flag', async () => {
    await allow(FOR_BEANHOUSE, false)
    expectRefused(await look(await enter(IN_BEANHOUSE), FOR_BEANHOUSE), 403)
    await allow(FOR_BEANHOUSE, true)
    expect((await look(await enter(IN_BEANHOUSE), FOR_BEANHOUSE)).status).toBe(200)
  })

  test('endpoints 13: creator-mode sessions are exempt', async () => {
    await allow(FOR_BEANHOUSE, false)
    expect((await look(await enter({ ...IN_BEANHOUSE, creatorMode: true }), FOR_BEANHOUSE)).status).toBe(200)
  })

  test('endpoints 13: shares with all embed users are unaffected', async () => {
    await allow(FOR_ALL, false)
    expect((await look(await enter(IN_BEANHOUSE), FOR_ALL)).status).toBe(200)
  })

  test('endpoints 13: what is shared by a folder is visible too', async () => {
    const folder = id('folder', 'Finance')
    sandbox().controls.shareFolder({ folder, embedTenantName: 'beanhouse', action: 'read' })
    await allow(FOR_NOBODY, true)
    expect((await look(await enter(IN_BEANHOUSE), FOR_NOBODY)).status).toBe(200)
    expectRefused(await look(await enter(), FOR_NOBODY), 404)
    sandbox().controls.shareFolder({ folder, embedTenantName: 'beanhouse', action: 'none' })
    expectRefused(await look(await enter(IN_BEANHOUSE), FOR_NOBODY), 404)
  })

  test('spec Session lifecycle: revoking a share also affects existing tokens', async () => {
    const token = await enter(IN_BEANHOUSE)
    await share('revenue-overview', IN_BEANHOUSE, 'none')
    expectRefused(await look(token, FOR_BEANHOUSE), 404)
    await share('revenue-overview', IN_BEANHOUSE, 'read')
    expect((await look(token, FOR_BEANHOUSE)).status).toBe(200)
  })

  test('endpoints 13: an internal user in a session sees workbooks that they own or have access to', async () => {
    const jonas = await enter({ internalId: 'jonas@acme.com' })
    expectRefused(await look(jonas, FOR_NOBODY), 403)
    await allow(FOR_NOBODY, true)
    expect((await look(jonas, FOR_NOBODY)).body).toMatchObject({ publicId: FOR_NOBODY, fromSharedWorkspace: false })
    expectRefused(await look(await enter({ internalId: 'nadia@board.acme.com' }), FOR_NOBODY), 404)
  })

  test('spec Generate: 403 when embedding is off for the account', async () => {
    const token = await enter(IN_BEANHOUSE)
    sandbox().controls.setEmbedding({ enabled: false })
    expectRefused(await look(token, FOR_BEANHOUSE), 403)
    sandbox().controls.setEmbedding({ enabled: true })
  })
})

describe('reading a dashboard with a key', () => {
  const read = (publicId: string, as: string) => call('GET', at(publicId), { as })

  test('endpoints 13: internal flows are unaffected by the flag', async () => {
    expect((await read(FOR_NOBODY, 'admin')).body).toMatchObject({ allowEmbed: false })
    expect((await read(FOR_NOBODY, 'jonas@acme.com')).status).toBe(200)
  })

  test('endpoints 13: 404 without access; what is shared with all embed users is for everybody', async () => {
    expectRefused(await read(FOR_BEANHOUSE, 'nadia@board.acme.com'), 404)
    expect((await read(FOR_ALL, 'nadia@board.acme.com')).status).toBe(200)
  })

  test('endpoints 13: whoever holds EmbedDashboardRead sees every published dashboard', async () => {
    const name = 'Embed reader'
    const policies = [{ resourceType: 'Deployment', actions: ['EmbedDashboardRead'], resources: ['2'] }]
    const { body: role } = await call('POST', '/api/v1/roles', { body: { name, policies } })
    const nadia = 'nadia@board.acme.com'
    expectRefused(await read(FOR_NOBODY, nadia), 404)
    expect((await call('PUT', `/api/v1/roles/${role.id}/users/7`)).status).toBe(204)
    expect((await read(FOR_NOBODY, nadia)).status).toBe(200)
    await call('DELETE', `/api/v1/roles/${role.id}/users/7`)
  })

  test('spec Authentication: 401 without a key and as Api-Key; 403 with a key of another deployment', async () => {
    expectRefused(await read(FOR_ALL, 'nobody'), 401)
    expectRefused(await keyed('GET', at(FOR_ALL)), 401)
    expectRefused(await read(FOR_ALL, 'scoped'), 403)
  })
})

describe('the embedding toggle of a dashboard', () => {
  test('endpoints 13: sets allowEmbed, and answers publicId and allowEmbed', async () => {
    for (const allowEmbed of [true, false, false]) {
      expect((await allow(FOR_NOBODY, allowEmbed)).body).toEqual({ publicId: FOR_NOBODY, allowEmbed })
      const { body } = await call('GET', `${HOME}/workbooks/${id('workbook', 'cash')}/embed-access`)
      expect(body['allowEmbed']).toBe(allowEmbed)
    }
  })

  test('endpoints 13: 404 unknown, 400 without the flag, admins only', async () => {
    expectRefused(await allow('no-such-dashboard', true), 404)
    for (const body of [{}, { allowEmbed: null }, { allowEmbed: 'yes' }])
      expectRefused(await call('PATCH', at(FOR_NOBODY), { body }), 400)
    const change = { body: { allowEmbed: true } }
    expectRefused(await call('PATCH', at(FOR_NOBODY), { as: 'nobody', ...change }), 401)
    expectRefused(await call('PATCH', at(FOR_NOBODY), { as: 'jonas@acme.com', ...change }), 403)
    expectRefused(await call('PATCH', at(FOR_NOBODY), { as: 'scoped', ...change }), 403)
    expectRefused(await bearing(await enter(IN_BEANHOUSE), 'PATCH', at(FOR_NOBODY), { allowEmbed: true }), 403)
  })
})

describe('python-run', () => {
  const run = (token: string, publicId: string, body: object) =>
    bearing(token, 'POST', `${at(publicId)}/python-run`, body)
  const snapshots = async () => (await call('GET', at(FOR_BEANHOUSE))).body.reportSnapshots

  test('endpoints 13: reportVersionId must be one of the published snapshots and belong to reportId, else 403', async () => {
    const token = await enter(IN_BEANHOUSE)
    const [first, second] = await snapshots()
    const body = { reportId: first?.['reportId'], reportVersionId: second?.id, sqlQuery: 'select 1' }
    for (const wrong of [body, { ...body, reportVersionId: 1 }]) {
      const answer = await run(token, FOR_BEANHOUSE, wrong)
      expectRefused(answer, 403)
      expect(answer.body.message).toContain('snapshot')
    }
  })

  test('endpoints 13: 403 when Python analysis is off for the account, as it is here', async () => {
    const [first] = await snapshots()
    const body = { reportId: first?.['reportId'], reportVersionId: first?.id, sqlQuery: 'select 1' }
    const answer = await run(await enter(IN_BEANHOUSE), FOR_BEANHOUSE, body)
    expectRefused(answer, 403)
    expect(answer.body.message).toContain('Python')
  })

  test('endpoints 13: authorised as the dashboard GET', async () => {
    const body = { reportId: 1, reportVersionId: 1, sqlQuery: 'select 1' }
    expectRefused(await run(await enter(IN_BEANHOUSE), FOR_NOBODY, body), 404)
    await allow(FOR_BEANHOUSE, false)
    const answer = await run(await enter(IN_BEANHOUSE), FOR_BEANHOUSE, body)
    expectRefused(answer, 403)
    expect(answer.body.message).toContain('embedded')
  })

  test.for<[body: object]>([
    [{}],
    [{ reportId: 1, reportVersionId: 1 }],
    [{ reportId: '1', reportVersionId: 1, sqlQuery: '' }],
  ])('schemas 5: reportId, reportVersionId and sqlQuery are required: %j', async ([body]) =>
    expectRefused(await run(await enter(IN_BEANHOUSE), FOR_BEANHOUSE, body), 400),
  )
})
