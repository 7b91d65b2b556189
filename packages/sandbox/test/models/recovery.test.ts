import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../index.ts'
import { type Client, CUBE, clientOf, sha1, UPLOAD, VISITS } from './world.ts'

/**
 * Each test brings the data to a state in which a killed process can leave it, between two steps of one write, and
 * starts a sandbox on it.
 */
let data: string
let sandbox: Sandbox
let admin: Client

async function start(): Promise<void> {
  sandbox = await startSandbox({ seed: 'empty', data })
  admin = clientOf(sandbox, sandbox.keys.admin)
}
async function whileStopped(work: () => void | Promise<void>): Promise<void> {
  await sandbox.close()
  await work()
  await start()
}
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${join(data, 'models', '2.git')}`, ...args], { encoding: 'utf8' }).trim()
const hashes = async (branch: string) => (await admin.get(`/data-model/file-hashes?branchName=${branch}`)).body
const names = async () => (await admin.get('/branches')).body.items.map(({ name }: { name: string }) => name)

/** A commit over a branch that adds one file, without moving a ref. */
function commitOver(branch: string, path: string, content: string): string {
  const blob = execFileSync('git', [`--git-dir=${join(data, 'models', '2.git')}`, 'hash-object', '-w', '--stdin'], {
    input: content,
  })
  const env = { ...process.env, GIT_INDEX_FILE: join(data, 'index') }
  const run = (...args: string[]): string =>
    execFileSync('git', [`--git-dir=${join(data, 'models', '2.git')}`, ...args], { encoding: 'utf8', env }).trim()
  run('read-tree', branch)
  run('update-index', '--add', '--cacheinfo', `100644,${String(blob).trim()},${path}`)
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@x']
  return run(...who, 'commit-tree', run('write-tree'), '-p', branch, '-m', 'x')
}

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'recovery-'))
  await start()
})
afterEach(async () => {
  await sandbox.close()
  await rm(data, { recursive: true, force: true })
})

describe('after a kill', () => {
  test('nothing is lost: branches, uncommitted changes, dev mode and open uploads', async () => {
    const fork = await admin.devMode()
    await admin.write('a.md', 'a')
    const { transaction } = (await admin.send('POST', `${UPLOAD}/start?branchName=main`)).body
    await admin.form(`${UPLOAD}/file`, {
      transaction: JSON.stringify(transaction),
      fileName: 'b.md',
      file: new Blob(['b']),
    })
    await whileStopped(() => undefined)

    expect(await names()).toEqual(['main', fork])
    expect((await admin.get('/data-model/file-hashes')).body['a.md']).toEqual({ hash: sha1('a') })
    const files = { 'b.md': { hash: sha1('b') } }
    expect((await admin.send('POST', `${UPLOAD}/finish?branchName=main`, { transaction, files })).status).toBe(200)
    expect(await hashes('main')).toEqual(files)
    expect((await admin.send('POST', '/commit', {})).status).toBe(200)
  })

  test('a branch with a ref but no row is gone, and can be created', async () => {
    await whileStopped(() => void git('update-ref', 'refs/heads/new', 'main'))
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
    expect((await admin.send('POST', '/branches', { name: 'new' })).status).toBe(200)
  })

  test('a branch with its row removed but not its ref is gone completely', async () => {
    await admin.send('POST', '/branches', { name: 'old' })
    const head = git('rev-parse', 'old')
    await admin.send('DELETE', '/branches?branchName=old')
    await whileStopped(() => void git('update-ref', 'refs/heads/old', head))
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
  })

  test('a branch whose ref was removed by hand is gone, and its children move to its parent', async () => {
    await admin.send('POST', '/branches', { name: 'a' })
    await admin.send('POST', '/branches', { name: 'b', from: 'a' })
    await whileStopped(() => void git('update-ref', '-d', 'refs/heads/a'))
    expect((await admin.get('/branches')).body.items).toMatchObject([
      { name: 'main' },
      { name: 'b', parentBranch: 'main' },
    ])
  })

  test('a commit with its refs moved and its changes still pending is finished', async () => {
    const fork = await admin.devMode()
    await admin.write('a.md', 'a')
    await whileStopped(() => {
      const made = commitOver('main', 'a.md', 'a')
      git('update-ref', 'refs/heads/main', made)
      git('update-ref', `refs/heads/${fork}`, made)
    })
    const head = git('rev-parse', 'main')
    expect((await admin.send('POST', '/merge', { branchName: fork })).status, 'nothing is pending').toBe(200)
    expect((await admin.send('POST', '/commit', {})).status).toBe(200)
    expect(git('rev-parse', 'main')).toBe(head)
  })

  test('a commit that reached the fork but not its branch is finished by the next one', async () => {
    const fork = await admin.devMode()
    await admin.write('a.md', 'a')
    await whileStopped(() => void git('update-ref', `refs/heads/${fork}`, commitOver('main', 'a.md', 'a')))
    expect((await hashes('main'))['a.md']).toBeUndefined()
    expect((await admin.send('POST', '/commit', {})).status).toBe(200)
    expect((await hashes('main'))['a.md']).toEqual({ hash: sha1('a') })
    expect(git('rev-parse', 'main')).toBe(git('rev-parse', fork))
  })

  test('an upload that moved the branch and was not closed can be finished again, without a second commit', async () => {
    const content = CUBE('orders')
    const { transaction } = (await admin.send('POST', `${UPLOAD}/start`)).body
    const part = { transaction: JSON.stringify(transaction), fileName: 'model/o.yml', file: new Blob([content]) }
    await admin.form(`${UPLOAD}/file`, part)
    await whileStopped(() => void git('update-ref', 'refs/heads/main', commitOver('main', 'model/o.yml', content)))
    const head = git('rev-parse', 'main')
    const files = { ...(await hashes('main')), 'model/o.yml': { hash: sha1(content) } }
    expect((await admin.send('POST', `${UPLOAD}/finish`, { transaction, files })).body).toEqual({ lastHash: head })
  })

  test('locks, scratch files and unreachable objects are removed', async () => {
    const repository = join(data, 'models', '2.git')
    let loose = ''
    await whileStopped(async () => {
      loose = commitOver('main', 'a.md', 'never pointed at')
      await writeFile(join(repository, 'refs', 'heads', 'main.lock'), '')
      await writeFile(join(repository, 'HEAD.lock'), '')
    })
    expect(() => git('cat-file', '-e', loose)).toThrow()
    expect(git('fsck', '--full', '--strict')).toBe('')
    expect((await admin.upload({ 'a.md': 'a' })).status).toBe(200)
  })

  test('a kill during the very first start leads to a new start', async () => {
    await sandbox.close()
    // The seed counts as planted only when its name is written down, which is the last step.
    const { default: Libsql } = await import('libsql')
    const db = new Libsql(join(data, 'platform.db'))
    db.exec("delete from settings where name = 'seed'; delete from branches where deployment_id = 2")
    db.close()
    await rm(join(data, 'models', '2.git', 'refs'), { recursive: true })
    await start()
    expect(Object.keys(await hashes('main'))).toEqual([VISITS])
  })
})

describe('an upload that nobody finished', () => {
  test('is deleted a day later, at the next start', async () => {
    const { transaction } = (await admin.send('POST', `${UPLOAD}/start`)).body
    await whileStopped(async () => {
      const { default: Libsql } = await import('libsql')
      const db = new Libsql(join(data, 'platform.db'))
      db.exec("update uploads set started_at = '2020-01-01T00:00:00.000Z'")
      db.close()
    })
    const finished = await admin.send('POST', `${UPLOAD}/finish`, { transaction, files: {} })
    expect(finished.status).toBe(404)
    expect(Object.keys(await hashes('main'))).toEqual([VISITS])
  })
})

describe('a reset', () => {
  test('waits for running work, and leaves nothing of it', async () => {
    const working = Array.from({ length: 5 }, () => admin.send('POST', '/branches', { name: `b${Math.random()}` }))
    await sandbox.controls.reset({ seed: 'empty' })
    await Promise.all(working)
    await sandbox.controls.reset({ seed: 'empty' })
    expect(await names()).toEqual(['main'])
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
    expect(git('rev-list', '--count', 'main')).toBe('1')
  })
})
