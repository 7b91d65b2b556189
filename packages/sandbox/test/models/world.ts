import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { type Sandbox, startSandbox } from '../../index.ts'

interface Reply {
  readonly status: number
  // What came over the wire, as it came: these tests are about it.
  // biome-ignore lint/suspicious/noExplicitAny: a body of any shape
  readonly body: any
}

/** One credential, talking to one deployment over HTTP. */
export interface Client {
  /** Paths beginning with `/api` or `/build` are whole; others are below the data-model prefix of the deployment. */
  send(method: string, path: string, body?: unknown): Promise<Reply>
  get(path: string): Promise<Reply>
  form(path: string, fields: Record<string, string | Blob>): Promise<Reply>
  /** Dev mode on a branch: the fork's name. */
  devMode(branchName?: string): Promise<string>
  write(path: string, content: string, branchName?: string): Promise<Reply>
  /** A whole upload as existing clients make it (client 7): only files that differ are sent. */
  upload(files: Record<string, string | Uint8Array>, options?: { query?: string; finish?: object }): Promise<Reply>
}

export interface World {
  readonly sandbox: Sandbox
  readonly admin: Client
  readonly member: Client
  /** Another key of the admin's user. */
  readonly second: Client
  git(...args: string[]): string
  /** Lets the sandbox's clock pass the time of a build. */
  passBuild(): void
  settings(changes: object): Promise<void>
  clientOf(key: string, deployment?: number): Client
}

export const sha1 = (content: string | Uint8Array): string => createHash('sha1').update(content).digest('hex')

export const CUBE = (name: string): string => `cubes:\n  - name: ${name}\n    sql_table: public.${name}\n`
export const VISITS = 'model/cubes/visits.yml'
export const DEPLOYMENT = 2
export const UPLOAD = '/data-model/upload'

export function clientOf({ url }: Sandbox, key: string, deployment = DEPLOYMENT): Client {
  const whole = (path: string): string =>
    /^\/(api|build)\//.test(path) ? `${url}${path}` : `${url}/build/api/v1/deployments/${deployment}${path}`
  const request = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(whole(path), init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const authorization = `Bearer ${key}`
  const client: Client = {
    send: (method, path, body) =>
      request(path, {
        method,
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    get: (path) => client.send('GET', path),
    form(path, fields) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return request(path, { method: 'POST', headers: { authorization }, body })
    },
    async devMode(branchName) {
      const { status, body } = await client.send('POST', '/dev-mode', branchName === undefined ? {} : { branchName })
      if (status !== 200) throw new Error(`dev mode: ${JSON.stringify(body)}`)
      return body.branchName
    },
    write: (path, content, branchName) =>
      client.send('PUT', '/data-model/files', {
        files: [{ path, content }],
        ...(branchName === undefined ? {} : { branchName }),
      }),
    async upload(files, { query = '', finish = {} } = {}) {
      const hashes = (await client.get(`/data-model/file-hashes${query}`)).body
      const { transaction } = (await client.send('POST', `${UPLOAD}/start${query}`)).body
      const manifest = Object.fromEntries(
        Object.entries(files).map(([path, content]) => [path, { hash: sha1(content) }]),
      )
      for (const [path, content] of Object.entries(files)) {
        if (hashes[path]?.hash === manifest[path]?.hash) continue
        await client.form(`${UPLOAD}/file${query}`, {
          transaction: JSON.stringify(transaction),
          fileName: path,
          file: new Blob([new Uint8Array(Buffer.from(content))]),
        })
      }
      return client.send('POST', `${UPLOAD}/finish${query}`, { transaction, files: manifest, ...finish })
    },
  }
  return client
}

/** A sandbox with the seed `empty`: production holds one valid cube. */
export const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: this is how fixtures of vitest are written
  world: async ({}, use) => {
    const sandbox = await startSandbox({ seed: 'empty' })
    const admin = clientOf(sandbox, sandbox.keys.admin)
    await use({
      sandbox,
      admin,
      member: clientOf(sandbox, sandbox.keys.member),
      second: clientOf(sandbox, sandbox.controls.addKey({ user: 'ci-bot@acme.com' }).key),
      git: (...args) =>
        execFileSync('git', ['-C', join(sandbox.directory, 'models', `${DEPLOYMENT}.git`), ...args], {
          encoding: 'utf8',
        }),
      passBuild: () => void sandbox.controls.setClock({ advanceMs: 1000 }),
      async settings(changes) {
        const { status, body } = await admin.send('PUT', `/api/v1/deployments/${DEPLOYMENT}`, changes)
        if (status !== 200) throw new Error(JSON.stringify(body))
      },
      clientOf: (key, deployment) => clientOf(sandbox, key, deployment),
    })
    await sandbox.close()
  },
})
