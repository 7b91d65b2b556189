import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefused, HOME, openContract } from './support.ts'

const { call, id, everything, sandbox } = openContract()

/** Every operation on content, with a body that would change something if it were allowed. */
const OPERATIONS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/folders'],
  ['POST', '/folders', { name: 'Intruder' }],
  ['PUT', '/folders/{folder}', { name: 'Intruder' }],
  ['DELETE', '/folders/{folder}'],
  ['GET', '/folders/{folder}/ancestors'],
  ['GET', '/reports'],
  ['POST', '/reports', { name: 'Intruder' }],
  ['PUT', '/reports/by-public-id/mT5yRc8VqN0j', { name: 'Intruder' }],
  ['GET', '/reports/{report}'],
  ['PUT', '/reports/{report}', { name: 'Intruder' }],
  ['DELETE', '/reports/{report}'],
  ['PUT', '/reports/{report}/refresh', {}],
  ['PUT', '/reports/{report}/connect-workbook', { externalWorkbookId: 'x', resultLocation: 'Sheet1!A1' }],
  ['DELETE', '/reports/{report}/connect-workbook', { placementId: 'pl-01' }],
  ['GET', '/workbooks'],
  ['POST', '/workbooks', { name: 'Intruder' }],
  ['PUT', '/workbooks/by-slug/cash', { name: 'Intruder' }],
  ['GET', '/workbooks/{workbook}'],
  ['PUT', '/workbooks/{workbook}', { name: 'Intruder' }],
  ['DELETE', '/workbooks/{workbook}'],
  ['PUT', '/workbooks/{workbook}/dashboard', { dashboardDraft: { title: 'Intruder' } }],
  ['POST', '/workbooks/{workbook}/publish'],
  ['POST', '/workbooks/{workbook}/dashboard/ai-widget-thread', { widgetId: 'ai-summary', threadId: 'x' }],
  ['POST', '/workbooks/{workbook}/duplicate'],
  ['GET', '/workbooks/{workbook}/embed-access'],
  ['PUT', '/workbooks/{workbook}/embed-access', { allowEmbed: true }],
  ['GET', '/workspace'],
  ['POST', '/workspace/move', { type: 'REPORT', id: 0, folderId: null }],
  ['POST', '/workspace/bulk-move', { items: [{ type: 'REPORT', id: 0 }], folderId: null }],
  ['POST', '/workspace/bulk-delete', { items: [{ type: 'REPORT', id: 0 }] }],
  ['GET', '/notifications'],
  ['GET', '/notifications/1'],
  ['GET', '/notifications/1/recipients'],
]

/** Operations without a deployment in their path. */
const ELSEWHERE = ['/api/v1/users/me', '/api/v1/spec'] as const

const place = (path: string): string =>
  `${HOME}${path}`
    .replace('{folder}', String(id('folder', 'Onboarding ☕')))
    .replace('{workbook}', String(id('workbook', 'weekly-sales-meeting')))
    .replace('{report}', String(id('report', 'mT5yRc8VqN0j')))

/** Calls all operations with one `Authorization` header. */
async function tryAll(authorization: string | undefined): Promise<Answer[]> {
  const headers = authorization === undefined ? {} : { authorization }
  const answers: Answer[] = []
  for (const [method, path, body] of OPERATIONS)
    answers.push(await call(method, place(path), { as: 'nobody', headers, body }))
  for (const path of ELSEWHERE) answers.push(await call('GET', path, { as: 'nobody', headers }))
  return answers
}

describe('spec Authentication: 401', () => {
  let before = {}
  beforeAll(() => {
    before = everything()
  })

  const admin = (): string => sandbox().keys.admin
  test.for<[name: string, header: () => string | undefined]>([
    ['missing', () => undefined],
    ['empty', () => ''],
    ['a scheme without a token', () => 'Bearer'],
    ['a token without a scheme (client 1.2)', () => admin()],
    ['Api-Key, where the specification asks for Bearer', () => `Api-Key ${admin()}`],
    ['Basic', () => `Basic ${Buffer.from(`admin:${admin()}`).toString('base64')}`],
    ['more than a token', () => `Bearer ${admin()} more`],
    ['an unknown token', () => 'Bearer bw-sandbox-0000000000000000'],
    ['a token cut short', () => `Bearer ${admin().slice(0, -1)}`],
    ['the key of the controls', () => `Bearer ${sandbox().control}`],
    ['an expired key', () => `Bearer ${sandbox().controls.addKey({ user: 1, expiresAt: '2020-01-01T00:00:00Z' }).key}`],
  ])('%s: on every operation, and nothing changes', async ([, header]) => {
    const answers = await tryAll(header())

    expect(answers.map(({ status }) => status)).toEqual(Array(OPERATIONS.length + ELSEWHERE.length).fill(401))
    expectRefused(answers[0] as Answer, 401)
    expect(everything()).toEqual(before)
  })
})

describe('spec Authentication 6: a scoped key', () => {
  test('gets 403 for every operation on another deployment, and nothing changes', async () => {
    const before = everything()
    for (const [method, path, body] of OPERATIONS) {
      expectRefused(await call(method, place(path), { as: 'scoped', body }), 403)
    }
    expect(everything()).toEqual(before)
  })

  test('works for its own deployment, and where no deployment is named', async () => {
    expect((await call('GET', '/api/v1/deployments/1/reports', { as: 'scoped' })).status).toBe(200)
    expect((await call('GET', '/api/v1/users/me', { as: 'scoped' })).body).toMatchObject({ id: 1, isAdmin: true })
  })

  test('gets 403, not 404, for a deployment that does not exist', async () => {
    expectRefused(await call('GET', '/api/v1/deployments/77/reports', { as: 'scoped' }), 403)
  })
})

describe('endpoints 18.1: a deployment that does not exist', () => {
  test('is 404 on every operation', async () => {
    for (const [method, path, body] of OPERATIONS) {
      expectRefused(await call(method, place(path).replace('/deployments/2/', '/deployments/77/'), { body }), 404)
    }
  })
})

describe('endpoints 18.1: content of another deployment', () => {
  test('looks like missing content: 404', async () => {
    const scoped = OPERATIONS.filter(([, path]) => path.includes('{'))
    for (const [method, path, body] of scoped) {
      expectRefused(await call(method, place(path).replace('/deployments/2/', '/deployments/1/'), { body }), 404)
    }
  })
})

describe('the key of a user who may see almost nothing', () => {
  const viewer = 'nadia@board.acme.com'

  test('endpoints 18.7: writing to what is invisible is 404, creating anything 403, and nothing changes', async () => {
    const before = everything()
    for (const [method, path, body] of OPERATIONS.filter(([method]) => method !== 'GET')) {
      const { status } = await call(method, place(path), { as: viewer, body })
      if (path.startsWith('/workspace/bulk')) expect(status).toBe(200)
      else if (path === '/reports' || path === '/workbooks' || path === '/folders') expect(status).toBe(403)
      else expect([path, status]).toEqual([path, 404])
    }
    expect(everything()).toEqual(before)
  })

  test('endpoints 2 to 5: lists contain only what was granted', async () => {
    const { items: workbooks } = (await call('GET', `${HOME}/workbooks`, { as: viewer })).body
    const { items: reports } = (await call('GET', `${HOME}/reports`, { as: viewer })).body
    const { items: folders } = (await call('GET', `${HOME}/folders`, { as: viewer })).body

    expect(workbooks.map(({ slug }) => slug)).toEqual(['board-pack'])
    expect(reports.map(({ name }) => name)).toEqual(['Margin by category'])
    expect(folders.map(({ name }) => name)).toEqual(['Finance'])
  })
})
