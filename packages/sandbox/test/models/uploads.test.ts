import { request } from 'node:http'
import { describe, expect } from 'vitest'
import { type Client, CUBE, sha1, test, UPLOAD, VISITS } from './world.ts'

const start = async (client: Client, query = ''): Promise<{ id: string }> =>
  (await client.send('POST', `${UPLOAD}/start${query}`)).body.transaction
const put = (client: Client, transaction: { id: string }, fileName: string, content: string, query = '') =>
  client.form(`${UPLOAD}/file${query}`, {
    transaction: JSON.stringify(transaction),
    fileName,
    file: new Blob([content]),
  })
const finish = (client: Client, transaction: { id: string }, files: object, more: object = {}) =>
  client.send('POST', `${UPLOAD}/finish`, { transaction, files, ...more })
const hashes = async (client: Client, query = ''): Promise<Record<string, { hash: string }>> =>
  (await client.get(`/data-model/file-hashes${query}`)).body

describe('file hashes', () => {
  test('are SHA-1 over raw bytes, under relative paths (client 6.2, 7.2)', async ({ world: { admin } }) => {
    // Written down by `printf 'a\\r\\n' | sha1sum` and `sha1sum /dev/null`.
    await admin.upload({ 'model/crlf.md': 'a\r\n', 'empty.md': '' })
    expect(await hashes(admin)).toEqual({
      'empty.md': { hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' },
      'model/crlf.md': { hash: '764c16af46dd4f15edb05ecc5595b50cbe3714ea' },
    })
  })

  test('take the three query parameters of an upload (endpoints 9)', async ({ world: { admin } }) => {
    expect(
      (await admin.get('/data-model/file-hashes?live=true&useDeployProjectRoot=true&branchName=main')).status,
    ).toBe(200)
    expect((await admin.get('/data-model/file-hashes?branchName=nope')).status).toBe(404)
    expect((await admin.get('/data-model/file-hashes?live=perhaps')).status).toBe(400)
  })
})

describe('an upload', () => {
  test('is start, file by file, finish: one commit with what the manifest names (client 7)', async ({
    world: { admin, git },
  }) => {
    const started = await admin.send('POST', `${UPLOAD}/start`, {})
    expect(started.body).toEqual({ transaction: { id: expect.any(String) }, deploymentName: 'production' })
    const { transaction } = started.body
    const bytes = new Uint8Array([0, 1, 255])
    const file = { transaction: JSON.stringify(transaction), fileName: 'logo ü.png', file: new Blob([bytes]) }
    expect((await admin.form(`${UPLOAD}/file`, file)).status).toBe(200)
    await put(admin, transaction, '/model/cubes/orders.yml', CUBE('orders'))
    const files = { 'model/cubes/orders.yml': { hash: sha1(CUBE('orders')) }, 'logo ü.png': { hash: sha1(bytes) } }
    const { status, body } = await finish(admin, transaction, files, { commitMessage: 'Deploy 1' })

    expect(status).toBe(200)
    expect(body).toEqual({ lastHash: git('rev-parse', 'main').trim() })
    expect(git('log', '-1', '--format=%s|%an', 'main').trim()).toBe('Deploy 1|CI')
    // What the manifest lacks is gone (endpoints 9: autoRemoveFiles is true when left out).
    expect(await hashes(admin)).toEqual(files)
    expect(git('fsck', '--strict')).toBe('')
  })

  test('sends only what differs: the rest comes from the branch', async ({ world: { admin } }) => {
    const before = await hashes(admin)
    const transaction = await start(admin)
    await put(admin, transaction, 'a.md', 'a')
    expect((await finish(admin, transaction, { ...before, 'a.md': { hash: sha1('a') } })).status).toBe(200)
    expect(await hashes(admin)).toEqual({ ...before, 'a.md': { hash: sha1('a') } })
  })

  test('of an unchanged tree makes no commit (client 15.16)', async ({ world: { admin, git } }) => {
    const head = git('rev-parse', 'main').trim()
    expect((await finish(admin, await start(admin), await hashes(admin))).body).toEqual({ lastHash: head })
    expect(git('rev-parse', 'main').trim()).toBe(head)
  })

  test('keeps files that the manifest lacks if asked to, or if the switch says so', async ({
    world: { admin, sandbox },
  }) => {
    const before = await hashes(admin)
    const one = await start(admin)
    await put(admin, one, 'a.md', 'a')
    await finish(admin, one, { 'a.md': {} }, { autoRemoveFiles: false })
    expect(Object.keys(await hashes(admin)).sort()).toEqual(['a.md', ...Object.keys(before)])

    sandbox.controls.setSwitches({ partialFinish: 'keeps' })
    await finish(admin, await start(admin), { 'a.md': { hash: sha1('a') } })
    expect(Object.keys(await hashes(admin))).toContain(VISITS)
    await finish(admin, await start(admin), { 'a.md': { hash: sha1('a') } }, { autoRemoveFiles: true })
    expect(Object.keys(await hashes(admin))).toEqual(['a.md'])
  })

  test('with an empty manifest empties the branch, as the platform would', async ({ world: { admin } }) => {
    expect((await finish(admin, await start(admin), {})).status).toBe(200)
    expect(await hashes(admin)).toEqual({})
    expect((await admin.get('/data-model/validate')).body).toMatchObject({ valid: true, cubesCount: 0 })
  })

  test('is refused as a whole if bytes and manifest differ, and stays open', async ({ world: { admin, git } }) => {
    const head = git('rev-parse', 'main')
    const transaction = await start(admin)
    await put(admin, transaction, 'a.md', 'changed while it was read')
    const refused = await finish(admin, transaction, { 'a.md': { hash: sha1('a') }, 'b.md': { hash: sha1('b') } })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('a.md: the uploaded bytes have the hash')
    expect(refused.body.message).toContain('b.md: not uploaded, and not on the branch with the hash')
    expect((await finish(admin, transaction, { [VISITS]: { hash: sha1('other') }, 'a.md': {} })).status).toBe(400)
    expect((await finish(admin, transaction, { [VISITS]: {} })).body.message).toBe('a.md: uploaded, but not in files')
    expect(git('rev-parse', 'main')).toBe(head)

    await put(admin, transaction, 'a.md', 'a')
    expect((await finish(admin, transaction, { 'a.md': { hash: sha1('a') } })).status).toBe(200)
  })

  test('of an unknown, foreign or finished transaction is a 404', async ({
    world: { admin, member, sandbox, clientOf },
  }) => {
    const transaction = await start(admin)
    expect((await put(admin, { id: 'nope' }, 'a.md', 'a')).status).toBe(404)
    expect((await finish(admin, { id: 'nope' }, {})).status).toBe(404)
    expect((await put(member, transaction, 'a.md', 'a')).status).toBe(404)
    expect((await put(clientOf(sandbox.keys.admin, 1), transaction, 'a.md', 'a')).status).toBe(404)
    const files = await hashes(admin)
    expect((await finish(admin, transaction, files)).status).toBe(200)
    expect((await finish(admin, transaction, files)).status).toBe(404)
    expect((await put(admin, transaction, 'a.md', 'a')).status).toBe(404)
  })

  test('goes to the branch in the query; a branch in the body is ignored (client 15.8)', async ({
    world: { admin },
  }) => {
    await admin.send('POST', '/branches', { name: 'feature/x' })
    const query = '?branchName=feature%2Fx'
    expect((await admin.upload({ 'a.md': 'a' }, { query })).status).toBe(200)
    expect(Object.keys(await hashes(admin, query))).toEqual(['a.md'])
    expect(Object.keys(await hashes(admin))).toEqual([VISITS])

    const transaction = await start(admin)
    await put(admin, transaction, 'b.md', 'b')
    await finish(admin, transaction, { 'b.md': {} }, { branchName: 'feature/x' })
    expect(Object.keys(await hashes(admin))).toEqual(['b.md'])
    expect((await admin.send('POST', `${UPLOAD}/start?branchName=nope`)).status).toBe(404)
    expect((await admin.send('POST', `${UPLOAD}/finish?branchName=nope`, { transaction, files: {} })).status).toBe(404)
  })

  test('without a branch goes to the open dev mode, and includes its uncommitted changes', async ({
    world: { admin, member },
  }) => {
    const fork = await admin.devMode()
    await admin.write('kept.md', 'kept')
    await admin.write('gone.md', 'gone')
    await admin.upload({ 'kept.md': 'kept', 'new.md': 'new' })
    expect(Object.keys(await hashes(admin, `?branchName=${fork}`)).sort()).toEqual(['kept.md', 'new.md'])
    expect(Object.keys(await hashes(admin, '?branchName=main'))).toEqual([VISITS])
    // The fork is ahead of its branch now: a commit pushes it, though nothing is pending.
    await admin.send('POST', '/commit', { exitDevMode: true })
    expect(Object.keys(await hashes(admin, '?branchName=main')).sort()).toEqual(['kept.md', 'new.md'])
    expect((await member.send('POST', `${UPLOAD}/start?branchName=${fork}`)).status).toBe(400)
  })

  test('with bad input is refused and changes nothing', async ({ world: { admin, git } }) => {
    const head = git('rev-parse', 'main')
    const transaction = await start(admin)
    const json = JSON.stringify(transaction)
    const file = new Blob(['x'])
    const bad = [
      await admin.form(`${UPLOAD}/file`, { transaction: json, fileName: 'a.md' }),
      await admin.form(`${UPLOAD}/file`, { transaction: json, fileName: 'a.md', file: 'text, not a file' }),
      await admin.form(`${UPLOAD}/file`, { transaction: json, file }),
      await admin.form(`${UPLOAD}/file`, { fileName: 'a.md', file }),
      await admin.form(`${UPLOAD}/file`, { transaction: transaction.id, fileName: 'a.md', file }),
      await admin.form(`${UPLOAD}/file`, { transaction: '{}', fileName: 'a.md', file }),
      await admin.form(`${UPLOAD}/file`, { transaction: json, fileName: '../a.md', file }),
      await admin.form(`${UPLOAD}/file`, { transaction: json, fileName: '.git/config', file }),
      await finish(admin, transaction, { '../a.md': {} }),
      await finish(admin, transaction, { [VISITS]: {}, [`/${VISITS}`]: {} }),
      await finish(admin, transaction, { [VISITS]: { hash: 1 } }),
      await finish(admin, transaction, []),
      await finish(admin, transaction, { [VISITS]: {} }, { commitMessage: 'a\0b' }),
      await finish(admin, transaction, { [VISITS]: {} }, { autoRemoveFiles: 'no' }),
      await admin.send('POST', `${UPLOAD}/finish`, { files: {} }),
      await admin.send('POST', `${UPLOAD}/finish`, { transaction: json, files: {} }),
    ]
    expect(bad.map(({ status }) => status)).toEqual(bad.map(() => 400))
    expect((await admin.send('POST', `${UPLOAD}/file`, { transaction, fileName: 'a.md' })).status).toBe(415)
    expect(git('rev-parse', 'main')).toBe(head)
  })

  test('takes the multipart body as existing clients stream it (client 6.1)', async ({ world: { admin, sandbox } }) => {
    const transaction = await start(admin)
    const part = (disposition: string, content: string) =>
      `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
    const body = [
      part('name="transaction"', JSON.stringify(transaction)),
      part('name="fileName"', 'docs/größe.md'),
      '--B\r\nContent-Disposition: form-data; name="file"; filename="größe.md"\r\n',
      'Content-Type: application/octet-stream\r\n\r\nin chunks\r\n--B--\r\n',
    ]
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${sandbox.url}/build/api/v1/deployments/2${UPLOAD}/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'multipart/form-data; boundary=B' },
      })
      sent.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
      sent.on('error', reject)
      for (const chunk of body) sent.write(chunk)
      sent.end()
    })
    expect(status).toBe(200)
    await finish(admin, transaction, { 'docs/größe.md': { hash: sha1('in chunks') } })
    expect(await hashes(admin)).toEqual({ 'docs/größe.md': { hash: sha1('in chunks') } })
  })

  test('of two clients at once runs one after the other', async ({ world: { admin, second, git } }) => {
    const before = Number(git('rev-list', '--count', 'main'))
    const clients = [admin, second, admin, second, admin, second]
    const finished = await Promise.all(
      clients.map(async (client, index) => {
        const transaction = await start(client)
        await put(client, transaction, `f${index}.md`, `${index}`)
        return finish(client, transaction, { [`f${index}.md`]: {} }, { autoRemoveFiles: false })
      }),
    )
    expect(finished.map(({ status }) => status)).toEqual(clients.map(() => 200))
    expect(new Set(finished.map(({ body }) => body.lastHash)).size).toBe(clients.length)
    expect(Number(git('rev-list', '--count', '--first-parent', 'main'))).toBe(before + clients.length)
    expect(Object.keys(await hashes(admin))).toHaveLength(clients.length + 1)
  })

  test('with an outdated manifest is refused if it needs a file that is gone', async ({ world: { admin, second } }) => {
    const stale = await hashes(admin)
    await admin.upload({ 'a.md': 'a' })
    const { status, body } = await finish(second, await start(second), stale)
    expect(status).toBe(400)
    expect(body.message).toContain(`${VISITS}: not uploaded, and not on the branch with the hash`)
  })
})
