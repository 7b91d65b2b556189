// Slow: it kills sandboxes and starts them again.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere } from '../../../test/support/in-process.ts'
import { isLong } from '../../../test/support/long.ts'
import { boardwright, type ReadyLine, sandboxProcess } from '../../../test/support/program.ts'

let data: string
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'restart-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

interface Body {
  readonly items: { readonly name: string; readonly lastHash?: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  readonly transaction: { readonly id: string }
}

const call = async (at: ReadyLine, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${at.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${at.keys.admin}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const upload = async (at: ReadyLine, transaction: unknown, path: string, text: string) => {
  const form = new FormData()
  form.set('transaction', JSON.stringify(transaction))
  form.set('fileName', path)
  form.set('file', new Blob([text]), path)
  const headers = { authorization: `Bearer ${at.keys.admin}` }
  return fetch(`${at.url}/build/api/v1/deployments/1/data-model/upload/file`, { method: 'POST', headers, body: form })
}

const repositories = (): string[] => readdirSync(join(data, 'models')).filter((name) => name.endsWith('.git'))
const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', join(data, 'models', repository), ...args], { encoding: 'utf8' })

const ROUNDS = isLong ? 4 : 2

describe('a data directory', () => {
  test('brings keys, content and models back after a clean stop, and is used by one sandbox at a time', async () => {
    const before = await sandboxProcess(['--data', data])
    const created = await call(before, 'POST', '/api/v1/deployments/1/folders', { name: 'Kept' })
    expect(created.status).toBe(200)
    expect(await before.end('SIGINT')).toBe(0)

    const after = await sandboxProcess(['--data', data])
    expect(after.keys).toEqual(before.keys)
    expect((await call(after, 'GET', '/api/v1/deployments/1/folders')).body.items).toMatchObject([{ name: 'Kept' }])
    // It belongs to one sandbox at a time.
    const second = await boardwright(['sandbox', '--port', '0', '--data', data])
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('BW-E4002')
    expect(await after.end('SIGTERM')).toBe(0)
  })

  test('that cannot be created is an error', async () => {
    const { code, stderr } = await runHere(['sandbox', '--port', '0', '--data', '/dev/null/sandbox'], { env: {} })
    expect(code).toBe(1)
    expect(stderr).toContain('BW-E4002')
  })

  test('contains no readable keys outside their own file, which only its owner can read', () => {
    expect(statSync(join(data, 'keys.json')).mode & 0o777).toBe(0o600)
    const hits = execFileSync('grep', ['-rlE', 'bw-sandbox-[0-9a-f]{48}', data], { encoding: 'utf8' })
    expect(hits.trim()).toBe(join(data, 'keys.json'))
  })

  test('survives kill -9 in the middle of writes and uploads', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const sandbox = await sandboxProcess(['--data', data])
      let running = true
      let uploads = 0
      const write = async (worker: number): Promise<void> => {
        for (let n = 0; running; n += 1) {
          const name = `round ${round} worker ${worker} folder ${n}`
          const { status } = await call(sandbox, 'POST', '/api/v1/deployments/1/folders', { name })
          if (status === 200) acknowledged.push(name)
        }
      }
      const deploy = async (): Promise<void> => {
        for (let n = 0; running; n += 1) {
          const base = '/build/api/v1/deployments/1/data-model'
          const { body } = await call(sandbox, 'POST', `${base}/upload/start`)
          const text = `cubes:\n  - name: made_${round}_${n}\n    sql_table: t\n`
          await upload(sandbox, body.transaction, 'model/cubes/made.yml', text)
          const { status } = await call(sandbox, 'POST', `${base}/upload/finish`, {
            transaction: body.transaction,
            files: { 'model/cubes/made.yml': {} },
            autoRemoveFiles: false,
          })
          if (status === 200) uploads += 1
        }
      }
      const work = [write(1), write(2), deploy()].map((each) => each.catch(() => 'cut off'))
      while (uploads < 2) await sleep(10)
      await sleep(37 * (round + 1))
      await sandbox.end('SIGKILL')
      running = false
      await Promise.all(work)
    }

    const sandbox = await sandboxProcess(['--data', data])
    const kept = new Set<string>()
    for (let after = ''; ; ) {
      const page = await call(sandbox, 'GET', `/api/v1/deployments/1/folders?first=1000${after}`)
      for (const { name } of page.body.items) kept.add(name)
      if (!page.body.pageInfo.hasNextPage) break
      after = `&after=${page.body.pageInfo.endCursor}`
    }
    expect(acknowledged.length).toBeGreaterThan(5 * ROUNDS)
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])

    expect(repositories()).toEqual(['1.git', '2.git'])
    for (const repository of repositories()) expect(git(repository, 'fsck', '--full', '--strict')).toBe('')
    const head = git('1.git', 'rev-parse', 'main').trim()
    expect(Number(git('1.git', 'rev-list', '--count', 'main'))).toBeGreaterThan(2 * ROUNDS)
    const branches = await call(sandbox, 'GET', '/build/api/v1/deployments/1/branches')
    expect(branches.body.items).toMatchObject([{ name: 'main', lastHash: head }])
    const valid = await call(sandbox, 'GET', '/build/api/v1/deployments/1/data-model/validate')
    expect(valid.body).toMatchObject({ valid: true, errors: [] })
    await sandbox.end('SIGINT')
  }, 180_000)
})
