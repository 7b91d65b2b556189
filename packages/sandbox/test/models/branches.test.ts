// Slow: it makes many branches with git.
import { describe, expect } from 'vitest'
import { CUBE, DEPLOYMENT, sha1, test, type World } from './world.ts'

const BRANCHES = '/branches'
const names = async ({ admin }: World): Promise<string[]> =>
  (await admin.get(BRANCHES)).body.items.map(({ name }: { name: string }) => name)
const hashesOf = async ({ admin }: World, branch: string): Promise<Record<string, { hash: string }>> =>
  (await admin.get(`/data-model/file-hashes?branchName=${encodeURIComponent(branch)}`)).body
const hashOf = async (world: World, branch: string, path: string) => (await hashesOf(world, branch))[path]?.hash

describe('dev mode', () => {
  test('opens a personal fork, and finds the same one again (client 8.2)', async ({
    world: { admin, second, member },
  }) => {
    const { body } = await admin.send('POST', '/dev-mode', { branchName: 'main' })
    expect(body).toEqual({
      active: true,
      branchName: expect.stringMatching(/^dev-ci-bot-[0-9a-f]{8}$/),
      parentBranch: 'main',
    })
    await admin.write('a.md', 'a')
    expect((await admin.send('DELETE', '/dev-mode')).body).toEqual({ success: true })
    expect((await admin.send('DELETE', '/dev-mode')).body).toEqual({ success: true })

    // The fork is the user's, whichever key opens it; what was not committed is still there.
    expect(await second.devMode()).toBe(body.branchName)
    expect((await second.get('/data-model/file-hashes')).body).toHaveProperty(['a.md'])
    expect(await second.devMode(body.branchName)).toBe(body.branchName)
    const other = await member.devMode('main')
    expect(other).toMatch(/^dev-maria-/)
    expect((await admin.send('POST', '/dev-mode', { branchName: other })).status).toBe(400)
    expect((await admin.send('POST', '/dev-mode', { branchName: 'nope' })).status).toBe(404)
  })

  test('is one per credential: opening another branch leaves the first (client 8.4)', async ({ world }) => {
    const { admin, second } = world
    await admin.send('POST', BRANCHES, { name: 'one' })
    const fork = await admin.devMode('one')
    const elsewhere = await admin.devMode('main')
    expect(elsewhere).not.toBe(fork)
    await admin.write('a.md', 'a')
    expect(await hashOf(world, elsewhere, 'a.md')).toBe(sha1('a'))
    expect(await hashOf(world, fork, 'a.md')).toBeUndefined()
    // The other key of the same user has nothing open, and means production.
    expect((await second.get('/data-model/file-hashes')).body).not.toHaveProperty(['a.md'])
  })

  test('decides where calls without a branch go (client 8.5)', async ({ world }) => {
    const { admin } = world
    const fork = await admin.devMode()
    await admin.upload({ 'a.md': 'a' })
    expect(Object.keys(await hashesOf(world, fork))).toEqual(['a.md'])
    expect(Object.keys(await hashesOf(world, 'main'))).toEqual(['model/cubes/visits.yml'])
  })
})

describe('branches', () => {
  test('are listed with parent, head and staging, by pages', async ({ world }) => {
    const { admin, git } = world
    await admin.send('POST', BRANCHES, { name: 'feature/a b' })
    await admin.send('POST', BRANCHES, { name: 'next', from: 'feature/a b' })
    const head = git('rev-parse', 'main').trim()
    const { body } = await admin.get(BRANCHES)
    expect(body.items).toEqual([
      { id: expect.any(Number), name: 'main', parentBranch: null, lastHash: head, isStagingEnvironmentEnabled: false },
      {
        id: expect.any(Number),
        name: 'feature/a b',
        parentBranch: 'main',
        lastHash: head,
        isStagingEnvironmentEnabled: false,
      },
      {
        id: expect.any(Number),
        name: 'next',
        parentBranch: 'feature/a b',
        lastHash: head,
        isStagingEnvironmentEnabled: false,
      },
    ])
    expect(body.data).toEqual(body.items)
    expect(git('rev-parse', 'feature/a%20b').trim()).toBe(head)

    const first = (await admin.get(`${BRANCHES}?first=2`)).body
    const second = (await admin.get(`${BRANCHES}?first=2&after=${first.pageInfo.endCursor}`)).body
    expect([...first.items, ...second.items]).toEqual(body.items)
    expect(second.pageInfo.hasNextPage).toBe(false)
  })

  test('cannot be created twice, from nothing, or with a name that git cannot hold beside another', async ({
    world,
  }) => {
    const { admin } = world
    expect((await admin.send('POST', BRANCHES, { name: 'a' })).body).toEqual({
      active: false,
      branchName: 'a',
      parentBranch: 'main',
    })
    expect((await admin.send('POST', BRANCHES, { name: 'a' })).status).toBe(409)
    expect((await admin.send('POST', BRANCHES, { name: 'a/b' })).status).toBe(409)
    expect((await admin.send('POST', BRANCHES, { name: 'b', from: 'nope' })).status).toBe(404)
    expect((await admin.send('POST', BRANCHES, { name: '' })).status).toBe(400)
    expect((await admin.send('POST', BRANCHES, { name: 'x'.repeat(300) })).status).toBe(400)
    const fork = await admin.devMode()
    expect((await admin.send('POST', BRANCHES, { name: 'b', from: fork })).status).toBe(400)
    expect(await names(world)).toEqual(['main', 'a', fork])
  })

  test('are removed with their ref; children move to the parent, sessions end (endpoints 8, client 8.8)', async ({
    world,
  }) => {
    const { admin, second, git } = world
    await admin.send('POST', BRANCHES, { name: 'a' })
    await admin.send('POST', BRANCHES, { name: 'b', from: 'a' })
    await admin.send('POST', BRANCHES, { name: 'c', from: 'b' })
    const fork = await second.devMode('b')
    await second.send('POST', '/dev-mode', { branchName: fork })
    const remove = (name: string) =>
      admin.send('DELETE', `${BRANCHES}?branchName=${encodeURIComponent(name)}&removeOnUpstream=true`)

    expect(await remove('b')).toMatchObject({ status: 200, body: { success: true } })
    const parents = Object.fromEntries(
      (await admin.get(BRANCHES)).body.items.map((row: { name: string; parentBranch: string }) => [
        row.name,
        row.parentBranch,
      ]),
    )
    expect(parents).toEqual({ main: null, a: 'main', c: 'a', [fork]: 'a' })
    expect(git('for-each-ref', '--format=%(refname:short)').trim().split('\n').sort()).toEqual(
      ['a', 'c', fork, 'main'].sort(),
    )

    expect((await remove(fork)).status).toBe(200)
    expect((await second.send('POST', '/commit', {})).body.message).toContain('dev mode is not active')
    expect((await remove('b')).status).toBe(404)
    expect((await remove('main')).status).toBe(400)
    expect((await admin.send('DELETE', BRANCHES)).status).toBe(400)
  })

  test('of other users can be removed by admins only (chosen)', async ({ world: { admin, member } }) => {
    const [theirs, ours] = [await member.devMode(), await admin.devMode()]
    expect((await member.send('DELETE', `${BRANCHES}?branchName=${ours}`)).status).toBe(403)
    expect((await admin.send('DELETE', `${BRANCHES}?branchName=${theirs}`)).status).toBe(200)
  })
})

describe('commit', () => {
  test('pushes the fork into the branch that it was forked from (client 8.6)', async ({ world }) => {
    const { admin, git } = world
    await admin.send('POST', BRANCHES, { name: 'work' })
    const fork = await admin.devMode('work')
    await admin.write('model/cubes/orders.yml', CUBE('orders'))
    await admin.send('DELETE', '/data-model/files', { files: [{ path: 'model/cubes/visits.yml' }] })
    expect((await admin.send('POST', '/commit', { message: 'Orders, not visits' })).body).toEqual({ success: true })

    expect(git('log', '-1', '--format=%an|%ae|%s', 'work').trim()).toBe('CI|ci-bot@acme.com|Orders, not visits')
    expect(git('rev-parse', 'work')).toBe(git('rev-parse', fork))
    expect(git('ls-tree', '-r', '--name-only', 'work').trim()).toBe('model/cubes/orders.yml')
    expect(await hashOf(world, 'main', 'model/cubes/orders.yml')).toBeUndefined()
    expect(git('fsck', '--strict')).toBe('')
  })

  test('with nothing to commit succeeds without a commit', async ({ world: { admin, git } }) => {
    await admin.devMode()
    const before = git('rev-parse', 'main')
    expect(await admin.send('POST', '/commit')).toMatchObject({ status: 200, body: { success: true } })
    await admin.write('a.md', 'a')
    await admin.send('DELETE', '/data-model/files', { files: [{ path: 'a.md' }] })
    await admin.send('POST', '/commit', {})
    expect(git('rev-parse', 'main')).toBe(before)
  })

  test('needs an open fork', async ({ world: { admin } }) => {
    expect((await admin.send('POST', '/commit', {})).status).toBe(400)
    await admin.send('POST', BRANCHES, { name: 'shared', activate: true })
    expect((await admin.send('POST', '/commit', {})).body.message).toBe('branch shared is not a dev-mode branch')
    await admin.devMode()
    expect((await admin.send('POST', '/commit', { message: 'a\0b' })).status).toBe(400)
  })

  test('leaves dev mode when asked', async ({ world }) => {
    const { admin } = world
    await admin.devMode()
    await admin.write('a.md', 'a')
    await admin.send('POST', '/commit', { exitDevMode: true })
    expect((await admin.send('POST', '/commit', {})).status).toBe(400)
    expect(await hashOf(world, 'main', 'a.md')).toBe(sha1('a'))
  })

  test('merges what others committed meanwhile, and refuses a conflict with a 409', async ({ world }) => {
    const { admin, member, git } = world
    await admin.send('POST', BRANCHES, { name: 'work' })
    await member.devMode('work')
    await admin.devMode('work')
    await member.write('theirs.md', 'theirs')
    await member.write('both.md', 'theirs')
    await member.send('POST', '/commit', {})

    await admin.write('ours.md', 'ours')
    await admin.write('both.md', 'ours')
    const before = git('rev-parse', 'work')
    const refused = await admin.send('POST', '/commit', {})
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'merge_conflict', message: expect.stringContaining('both.md') },
    })
    expect(git('rev-parse', 'work')).toBe(before)

    expect((await admin.send('POST', '/commit', { resolveMergeConflict: true })).body).toEqual({ success: true })
    const files = await hashesOf(world, 'work')
    expect([files['theirs.md'], files['ours.md'], files['both.md']].map((entry) => entry?.hash)).toEqual(
      ['theirs', 'ours', 'ours'].map(sha1),
    )
    expect(git('log', '-1', '--format=%p', 'work').trim().split(' ')).toHaveLength(2)
  })

  test('with a conflict of a file and a folder keeps the fork', async ({ world }) => {
    const { admin, member } = world
    await admin.send('POST', BRANCHES, { name: 'work' })
    await member.devMode('work')
    await admin.devMode('work')
    await member.write('docs/a.md', 'below')
    await member.send('POST', '/commit', {})
    await admin.write('docs', 'a file')
    expect((await admin.send('POST', '/commit', {})).status).toBe(409)
    await admin.send('POST', '/commit', { resolveMergeConflict: true })
    expect(Object.keys(await hashesOf(world, 'work')).sort()).toEqual(['docs', 'model/cubes/visits.yml'])
  })
})

describe('merge', () => {
  async function branchWith(world: World, name: string, path: string, content: string): Promise<string> {
    await world.admin.send('POST', BRANCHES, { name })
    const fork = await world.admin.devMode(name)
    await world.admin.write(path, content)
    await world.admin.send('POST', '/commit', { exitDevMode: true })
    return fork
  }

  test('into the parent, with the branch kept or deleted (client 8)', async ({ world }) => {
    const { admin, git } = world
    await branchWith(world, 'work', 'a.md', 'a')
    const flags = { squashCommits: false, switchToParentBranch: false, deleteBranch: false }
    const merged = await admin.send('POST', '/merge', { ...flags, branchName: 'work', message: 'Bring it in' })
    expect(merged.body).toEqual({ merged: true, branchDeleted: false })
    expect(git('log', '-1', '--format=%s', 'main').trim()).toBe('Bring it in')
    expect(git('log', '-1', '--format=%p', 'main').trim().split(' ')).toHaveLength(2)
    expect(await hashOf(world, 'main', 'a.md')).toBe(sha1('a'))

    const again = await admin.send('POST', '/merge', { ...flags, branchName: 'work', deleteBranch: true })
    expect(again.body).toEqual({ merged: false, branchDeleted: true })
    expect(await names(world)).not.toContain('work')
  })

  test('squashed is one commit with one parent, and only once', async ({ world }) => {
    const { admin, git } = world
    await branchWith(world, 'work', 'a.md', 'a')
    const squash = () => admin.send('POST', '/merge', { branchName: 'work', squashCommits: true })
    expect((await squash()).body.merged).toBe(true)
    expect(git('log', '-1', '--format=%p', 'main').trim().split(' ')).toHaveLength(1)
    expect((await squash()).body.merged).toBe(false)
  })

  test('takes a branch by id, and refuses an id and a name that do not match', async ({ world }) => {
    const { admin } = world
    await branchWith(world, 'work', 'a.md', 'a')
    const rows: { id: number; name: string }[] = (await admin.get(BRANCHES)).body.items
    const branchId = rows.find(({ name }) => name === 'work')?.id
    expect((await admin.send('POST', '/merge', { branchId, branchName: 'main' })).status).toBe(400)
    expect((await admin.send('POST', '/merge', { branchId: 1 })).status).toBe(404)
    expect((await admin.send('POST', '/merge', { branchId })).body.merged).toBe(true)
    expect((await admin.send('POST', '/merge', { branchName: 'main' })).status).toBe(400)
    expect((await admin.send('POST', '/merge')).status).toBe(400)
  })

  test('to default skips the parent (endpoints 8, client 8.7)', async ({ world }) => {
    const { admin } = world
    await admin.send('POST', BRANCHES, { name: 'middle' })
    await admin.send('POST', BRANCHES, { name: 'top', from: 'middle' })
    await admin.devMode('top')
    await admin.write('a.md', 'a')
    await admin.send('POST', '/commit', { exitDevMode: true })
    const body = { message: 'Ship', branchName: 'top', removeBranchAfterMerge: true }
    expect((await admin.send('POST', '/merge-to-default', body)).body).toEqual({ merged: true, branchDeleted: true })
    expect(await hashOf(world, 'main', 'a.md')).toBe(sha1('a'))
    expect(await hashOf(world, 'middle', 'a.md')).toBeUndefined()
    expect((await admin.send('POST', '/merge-to-default', { branchName: 'middle' })).status).toBe(400)
    expect((await admin.send('POST', '/merge-to-default', { message: 'x' })).status).toBe(400)
  })

  test('with a conflict is a 409 and changes nothing', async ({ world }) => {
    const { admin, git } = world
    await branchWith(world, 'one', 'a.md', 'one')
    await branchWith(world, 'two', 'a.md', 'two')
    expect((await admin.send('POST', '/merge', { branchName: 'one' })).status).toBe(200)
    const before = git('rev-parse', 'main')
    for (const [path, body] of [
      ['/merge', { branchName: 'two', deleteBranch: true }],
      ['/merge-to-default', { message: 'x', branchName: 'two', removeBranchAfterMerge: true }],
    ] as const) {
      expect(await admin.send('POST', path, body)).toMatchObject({
        status: 409,
        body: { code: 'merge_conflict', message: 'both branches changed the same files: a.md' },
      })
    }
    expect(git('rev-parse', 'main')).toBe(before)
    expect(await names(world)).toContain('two')
  })

  test('with uncommitted changes is refused, because deleting the branch would lose them (chosen)', async ({
    world: { admin },
  }) => {
    const fork = await admin.devMode()
    await admin.write('a.md', 'a')
    expect(await admin.send('POST', '/merge', { branchName: fork, deleteBranch: true })).toMatchObject({ status: 409 })
  })

  test('moves the open session on', async ({ world }) => {
    const { admin } = world
    await admin.send('POST', BRANCHES, { name: 'a' })
    await admin.send('POST', BRANCHES, { name: 'b', from: 'a', activate: true })
    await admin.send('POST', '/merge', { switchToParentBranch: true, deleteBranch: true })
    expect((await admin.get('/data-model/validate?devMode=true')).body.branchName).toBe('a')
    await admin.send('POST', '/merge', { switchToParentBranch: true })
    expect((await admin.get('/data-model/validate?devMode=true')).status).toBe(400)
  })
})

describe('the deploy branch', () => {
  test('obeys its settings (endpoints 8, schemas 8)', async ({ world }) => {
    const { admin, settings } = world
    await admin.send('POST', BRANCHES, { name: 'work' })
    await admin.devMode('work')
    await admin.write('a.md', 'a')
    await admin.send('POST', '/commit', {})
    await admin.devMode('main')
    await admin.write('b.md', 'b')

    await settings({ deployBranchReadOnly: true, deployBranchMergeAllowed: false })
    expect((await admin.send('POST', '/commit', {})).body.message).toBe('the deploy branch main is read-only')
    expect((await admin.send('POST', '/data-model/upload/start?branchName=main')).body.message).toContain(
      'is read-only',
    )
    expect((await admin.send('POST', '/merge', { branchName: 'work' })).body.message).toBe(
      'the deploy branch main takes no merges',
    )
    expect((await admin.send('POST', '/merge-to-default', { message: 'x', branchName: 'work' })).status).toBe(400)
    expect(Object.keys(await hashesOf(world, 'main'))).toEqual(['model/cubes/visits.yml'])

    await settings({ deployBranchMergeAllowed: true })
    expect((await admin.send('POST', '/merge', { branchName: 'work' })).body.merged).toBe(true)
    await settings({ deployBranchReadOnly: false })
    expect((await admin.send('POST', '/commit', {})).status).toBe(200)
  })

  test('cannot be written by users who are not admins (chosen)', async ({ world }) => {
    const { admin, member } = world
    await admin.send('POST', BRANCHES, { name: 'work' })
    await member.devMode('work')
    await member.write('a.md', 'a')
    expect((await member.send('POST', '/commit', { exitDevMode: true })).status).toBe(200)
    expect((await member.send('POST', '/merge', { branchName: 'work' })).status).toBe(403)
    expect((await member.send('POST', '/merge-to-default', { message: 'x', branchName: 'work' })).status).toBe(403)
    expect((await member.send('POST', '/data-model/upload/start')).status).toBe(403)
    await member.devMode('main')
    await member.write('a.md', 'a')
    expect((await member.send('POST', '/commit', {})).status).toBe(403)
    expect(await hashOf(world, 'main', 'a.md')).toBeUndefined()
  })

  test('is a setting, and must be a shared branch', async ({ world }) => {
    const { admin } = world
    const path = `/api/v1/deployments/${DEPLOYMENT}`
    const fork = await admin.devMode()
    await admin.send('POST', BRANCHES, { name: 'live' })
    expect((await admin.send('PUT', path, { deployBranchName: 'nope' })).status).toBe(400)
    expect((await admin.send('PUT', path, { deployBranchName: fork })).status).toBe(400)
    expect((await admin.send('PUT', path, { deployBranchName: 'live' })).body.deployBranchName).toBe('live')
    expect((await admin.get('/data-model/validate')).body).toMatchObject({ branchName: 'live', mode: 'production' })
    expect((await admin.send('DELETE', `${BRANCHES}?branchName=live`)).status).toBe(400)
    expect((await admin.send('DELETE', `${BRANCHES}?branchName=main`)).status).toBe(200)
  })
})

describe('pull', () => {
  test('updates a fork with its branch, and builds only if something changed (endpoints 8)', async ({ world }) => {
    const { admin, member } = world
    const fork = await admin.devMode('main')
    const pull = () => admin.send('POST', '/pull', { branchName: fork })
    expect((await pull()).body).toEqual({ buildTriggered: false })

    await admin.send('POST', BRANCHES, { name: 'work' })
    await member.devMode('work')
    await member.write('a.md', 'theirs')
    await member.send('POST', '/commit', {})
    await admin.send('POST', '/merge', { branchName: 'work' })

    await admin.write('a.md', 'mine')
    expect((await pull()).status).toBe(409)
    await admin.send('DELETE', '/data-model/files', { files: [{ path: 'a.md' }] })
    await admin.write('b.md', 'mine')
    expect((await pull()).body).toEqual({ buildTriggered: true })
    expect(await hashesOf(world, fork)).toMatchObject({
      'a.md': { hash: sha1('theirs') },
      'b.md': { hash: sha1('mine') },
    })
    expect((await admin.send('POST', '/pull', { branchName: 'main' })).body).toEqual({ buildTriggered: false })
    expect((await admin.send('POST', '/pull')).status).toBe(400)
    expect((await admin.send('POST', '/pull', { branchName: 'nope' })).status).toBe(404)
  })
})

describe('keys', () => {
  test('missing, unknown and out-of-scope keys are refused by every call in this area', async ({ world }) => {
    const { sandbox, clientOf } = world
    const calls: [string, string, unknown?][] = [
      ['GET', '/data-model/files'],
      ['PUT', '/data-model/files', { files: [] }],
      ['DELETE', '/data-model/files', { files: [] }],
      ['POST', '/data-model/files/rename', { files: [] }],
      ['GET', '/data-model/validate'],
      ['GET', '/data-model/file-hashes'],
      ['POST', '/data-model/upload/start'],
      ['POST', '/data-model/upload/finish', { transaction: { id: 'x' }, files: {} }],
      ['POST', '/dev-mode', {}],
      ['DELETE', '/dev-mode'],
      ['GET', BRANCHES],
      ['POST', BRANCHES, { name: 'x' }],
      ['DELETE', `${BRANCHES}?branchName=x`],
      ['PUT', `${BRANCHES}/staging-environment`, { enabled: true }],
      ['POST', '/commit', {}],
      ['POST', '/pull', { branchName: 'main' }],
      ['POST', '/merge', {}],
      ['POST', '/merge-to-default', { message: 'x' }],
      ['GET', `/api/v1/deployments/${DEPLOYMENT}/build-status`],
      ['GET', `/api/v1/deployments/${DEPLOYMENT}/environments`],
      ['GET', `/api/v1/deployments/${DEPLOYMENT}/settings`],
      ['PUT', `/api/v1/deployments/${DEPLOYMENT}`, {}],
      ['POST', `/api/v1/deployments/${DEPLOYMENT}/token`, {}],
    ]
    const statuses = async (key: string) => {
      const client = clientOf(key)
      const all = await Promise.all(
        calls.map(async ([method, path, body]) => (await client.send(method, path, body)).status),
      )
      return [...new Set(all)]
    }
    expect(await statuses('bw-sandbox-unknown')).toEqual([401])
    // The scoped key is for the first deployment; this is the second.
    expect(await statuses(sandbox.keys.scoped)).toEqual([403])
  })
})
