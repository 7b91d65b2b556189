import { describe, expect } from 'vitest'
import { CUBE, DEPLOYMENT, sha1, test, VISITS } from './world.ts'

const FILES = '/data-model/files'
const VALIDATE = '/data-model/validate'

describe('the tree of files', () => {
  test('has leading slashes, nested nodes and, when asked, contents (client 7.2, 8)', async ({ world: { admin } }) => {
    const { body } = await admin.get(FILES)
    expect(body.items).toEqual([
      {
        path: '/model',
        name: 'model',
        type: 'directory',
        children: [
          {
            path: '/model/cubes',
            name: 'cubes',
            type: 'directory',
            children: [{ path: `/${VISITS}`, name: 'visits.yml', type: 'file' }],
          },
        ],
      },
    ])
    expect(body.data).toEqual(body.items)
    const whole = (await admin.get(`${FILES}?withContent=true`)).body
    expect(whole.items[0].children[0].children[0].content).toMatch(/^cubes:\n {2}- name: visits\n/)
  })

  test('is paged by its top-level nodes only (endpoints 8)', async ({ world: { admin } }) => {
    await admin.upload({ 'model/cubes/a.yml': CUBE('a'), 'b.md': 'b', 'c.md': 'c' })
    const first = (await admin.get(`${FILES}?first=2`)).body
    expect(first.items.map((node: { path: string }) => node.path)).toEqual(['/b.md', '/c.md'])
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = (await admin.get(`${FILES}?first=2&after=${first.pageInfo.endCursor}`)).body
    expect(second.items.map((node: { path: string }) => node.path)).toEqual(['/model'])
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect((await admin.get(`${FILES}?after=nonsense`)).status).toBe(400)
  })

  test('carries text only: other bytes have no content (chosen)', async ({ world: { admin } }) => {
    await admin.upload({ 'logo.png': new Uint8Array([137, 80, 0, 255]), 'bom.md': '\ufeffx' })
    const { items } = (await admin.get(`${FILES}?withContent=true`)).body
    expect(items).toEqual([
      { path: '/bom.md', name: 'bom.md', type: 'file', content: '\ufeffx' },
      { path: '/logo.png', name: 'logo.png', type: 'file' },
    ])
  })

  test('of an unknown branch is a 404, of an empty name a 400', async ({ world: { admin } }) => {
    expect((await admin.get(`${FILES}?branchName=nope`)).status).toBe(404)
    expect((await admin.get(`${FILES}?branchName=`)).status).toBe(400)
  })

  test('may be that of the last upload instead (client 7)', async ({ world: { admin } }) => {
    expect((await admin.get(`${FILES}?showLastCLIUpload=true`)).body.items).toEqual([])
    await admin.upload({ 'a.md': 'a' })
    await admin.devMode('main')
    await admin.write('b.md', 'b')
    await admin.send('POST', '/commit', { exitDevMode: true })
    const paths = async (query: string) =>
      (await admin.get(`${FILES}${query}`)).body.items.map((node: { path: string }) => node.path)
    expect(await paths('')).toEqual(['/a.md', '/b.md'])
    expect(await paths('?showLastCLIUpload=true')).toEqual(['/a.md'])
  })
})

describe('writing files', () => {
  test('is refused outside a personal dev-mode branch (spec Errors, client 8.1)', async ({
    world: { admin, member },
  }) => {
    await admin.send('POST', '/branches', { name: 'shared' })
    const fork = await admin.devMode('shared')
    const files = [{ path: 'a.md', content: 'a' }]
    const attempts: [string, object][] = [
      ['branch main is not a dev-mode branch', { files, branchName: 'main' }],
      ['branch shared is not a dev-mode branch', { files, branchName: 'shared' }],
    ]
    for (const [message, body] of attempts) {
      expect(await admin.send('PUT', FILES, body)).toMatchObject({ status: 400, body: { statusCode: 400, message } })
    }
    expect(await member.send('PUT', FILES, { files })).toMatchObject({
      status: 400,
      body: { message: 'branch main is not a dev-mode branch' },
    })
    expect((await member.send('PUT', FILES, { files, branchName: fork })).body.message).toContain(
      'is not a dev-mode branch of this user',
    )
    expect((await admin.send('PUT', FILES, { files, branchName: 'nope' })).status).toBe(404)
    expect((await admin.get('/data-model/file-hashes?branchName=main')).body).not.toHaveProperty(['a.md'])
  })

  test('a branch made with activate is open but not writable (client 8.3)', async ({ world: { admin } }) => {
    const { body } = await admin.send('POST', '/branches', { name: 'feature/x', activate: true })
    expect(body).toEqual({ active: true, branchName: 'feature/x', parentBranch: 'main' })
    expect(await admin.write('a.md', 'a')).toMatchObject({
      status: 400,
      body: { message: 'branch feature/x is not a dev-mode branch' },
    })
    const status = (await admin.get(`/api/v1/deployments/${DEPLOYMENT}/build-status?branchName=feature%2Fx`)).body
    expect(status).toMatchObject({ mode: 'dev_mode', branchName: 'feature/x' })
  })

  test('creates and overwrites, with and without a leading slash', async ({ world: { admin } }) => {
    const fork = await admin.devMode()
    expect((await admin.write('/docs/a.md', 'one')).body).toEqual({ success: true })
    await admin.write('docs/a.md', 'two', fork)
    const hashes = (await admin.get('/data-model/file-hashes')).body
    expect(hashes['docs/a.md']).toEqual({ hash: sha1('two') })
    expect((await admin.get('/data-model/file-hashes?branchName=main')).body).not.toHaveProperty(['docs/a.md'])
  })

  test('removes files, and ignores a path that does not exist (chosen)', async ({ world: { admin } }) => {
    await admin.devMode()
    const removed = await admin.send('DELETE', FILES, { files: [{ path: `/${VISITS}` }, { path: 'not/there' }] })
    expect(removed).toMatchObject({ status: 200, body: { success: true } })
    expect((await admin.get('/data-model/file-hashes')).body).toEqual({})
  })

  test('renames files in order, all or none', async ({ world: { admin } }) => {
    await admin.devMode()
    await admin.write('a.md', 'a')
    await admin.write('b.md', 'b')
    const rename = (...files: [string, string][]) =>
      admin.send('POST', `${FILES}/rename`, { files: files.map(([path, newPath]) => ({ path, newPath })) })
    const docs = async () => {
      const { [VISITS]: _, ...rest } = (await admin.get('/data-model/file-hashes')).body
      return Object.fromEntries(Object.entries(rest).map(([path, entry]) => [path, (entry as { hash: string }).hash]))
    }

    expect((await rename(['a.md', 'x.md'], ['nope', 'y.md'])).status).toBe(404)
    expect((await rename(['a.md', 'x.md'], ['b.md', 'x.md'])).status).toBe(400)
    expect(await docs()).toEqual({ 'a.md': sha1('a'), 'b.md': sha1('b') })

    // A swap, by way of a third name.
    expect((await rename(['a.md', 't'], ['b.md', '/a.md'], ['t', 'b.md'])).body).toEqual({ success: true })
    expect(await docs()).toEqual({ 'a.md': sha1('b'), 'b.md': sha1('a') })
  })

  const BAD: readonly [method: string, path: string, body: unknown][] = [
    ['PUT', FILES, { files: [{ path: '../x', content: '' }] }],
    ['PUT', FILES, { files: [{ path: '.git/hooks/post-commit', content: '' }] }],
    // A good file in the same call is not written either.
    [
      'PUT',
      FILES,
      {
        files: [
          { path: 'ok', content: '' },
          { path: 'a\\b', content: '' },
        ],
      },
    ],
    ['PUT', FILES, { files: [{ path: `${VISITS}/below`, content: '' }] }],
    ['PUT', FILES, { files: [{ path: 'a', content: '\ud83d' }] }],
    ['PUT', FILES, { files: [{ path: 'a' }] }],
    ['PUT', FILES, { files: [{ path: 'a', content: 1 }] }],
    ['PUT', FILES, {}],
    ['PUT', FILES, []],
    ['DELETE', FILES, { files: [{ path: '/..' }] }],
    ['POST', `${FILES}/rename`, { files: [{ path: VISITS, newPath: '..' }] }],
  ]

  test('with invalid input is refused and changes nothing', async ({ world: { admin } }) => {
    await admin.devMode()
    const before = (await admin.get('/data-model/file-hashes')).body
    for (const [method, path, body] of BAD) {
      expect({ body, status: (await admin.send(method, path, body)).status }).toEqual({ body, status: 400 })
    }
    expect((await admin.get('/data-model/file-hashes')).body).toEqual(before)
  })
})

describe('validate', () => {
  test('answers for production, for a branch, and for the open dev mode (endpoints 8)', async ({
    world: { admin },
  }) => {
    expect((await admin.get(VALIDATE)).body).toEqual({
      deploymentId: DEPLOYMENT,
      branchName: 'main',
      mode: 'production',
      valid: true,
      cubesCount: 1,
      errors: [],
    })
    expect((await admin.get(`${VALIDATE}?devMode=true`)).status).toBe(400)
    const fork = await admin.devMode()
    expect((await admin.get(`${VALIDATE}?devMode=true`)).body).toMatchObject({ branchName: fork, mode: 'dev_mode' })
    expect((await admin.get(`${VALIDATE}?branchName=${fork}`)).body).toMatchObject({
      branchName: fork,
      mode: 'dev_mode',
    })
    // Neither is production, whatever is open.
    expect((await admin.get(VALIDATE)).body).toMatchObject({ branchName: 'main' })
    expect((await admin.get(`${VALIDATE}?branchName=${fork}&devMode=true`)).status).toBe(400)
    expect((await admin.get(`${VALIDATE}?branchName=nope`)).status).toBe(404)
  })

  test('reports what does not compile with a 200 (spec Errors), including uncommitted changes', async ({
    world: { admin },
  }) => {
    const fork = await admin.devMode()
    await admin.write(
      'model/cubes/bad.yml',
      'cubes:\n  - name: bad\n    sql_table: t\n    measures:\n      - name: m\n        type: sum\n',
    )
    await admin.write('model/views/worse.yml', 'views: [')
    const { status, body } = await admin.get(`${VALIDATE}?branchName=${fork}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      valid: false,
      cubesCount: null,
      errors: [
        { fileName: 'model/cubes/bad.yml', message: 'bad cube: "m" has no sql' },
        { fileName: 'model/views/worse.yml', message: expect.stringMatching(/\(line 1, column \d+\)$/) },
      ],
    })
    expect((await admin.get(VALIDATE)).body.valid).toBe(true)
  })
})
