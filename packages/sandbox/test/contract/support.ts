import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../index.ts'

/**
 * Contract tests talk to the sandbox over HTTP with bodies written out by hand from the fact sheets. They never use
 * `packages/platform/api` or `packages/platform/client`: those could be wrong in the same way on both sides. A test's name cites the sheet and
 * the section of the rule that it checks.
 */

/** `production` has the content of the seed, `dev` is empty. */
export const HOME = '/api/v1/deployments/2'
export const DEV = '/api/v1/deployments/1'

/** Fields that tests look at. No answer is guaranteed to have them. */
export interface Wire {
  readonly id: number
  readonly publicId: string
  readonly name: string
  readonly type: string
  readonly slug: string | null
  readonly version: number
  readonly message: string
  readonly code: string
  readonly updatedAt: string
  readonly meta: Readonly<Record<string, unknown>>
  readonly items: readonly Wire[]
  readonly count: number
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
  readonly reportSnapshots: readonly Wire[]
  readonly [field: string]: unknown
}

export interface Answer {
  readonly status: number
  readonly body: Wire
  readonly text: string
  readonly headers: Headers
}

export interface CallOptions {
  /**
   * `admin` by default; `member`, `scoped`, `nobody` for no key at all, or the e-mail address of a user of the seed.
   */
  readonly as?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, with these headers. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

type Ids = (kind: 'folder' | 'workbook' | 'report', name: string) => number

export interface Contract {
  readonly sandbox: () => Sandbox
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** The numeric id of something in the seed: a folder by name, a workbook by slug, a report by public id. */
  readonly id: Ids
  /** A digest of each table of the platform: equal before and after a request means that it changed nothing. */
  everything(): Record<string, string>
}

/** Starts one sandbox for the test file. */
export function openContract(options: SandboxOptions = {}): Contract {
  let sandbox: Sandbox | undefined
  let reader: Reader | undefined
  const seeded = new Map<string, number>()
  const running = (): Sandbox => {
    if (!sandbox) throw new Error('the sandbox is not running')
    return sandbox
  }

  const keyOf = (name: string): string => {
    const { keys: own, controls } = running()
    if (name === 'admin' || name === 'member' || name === 'scoped') return own[name]
    return controls.addKey({ user: name }).key
  }

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { as = 'admin', body, raw, headers } = options
    const response = await fetch(`${running().url}${path}`, {
      method,
      headers: {
        ...(as === 'nobody' ? {} : { authorization: `Bearer ${keyOf(as)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return { status: response.status, body: (isJson ? JSON.parse(text) : {}) as Wire, text, headers: response.headers }
  }

  const list = async (path: string): Promise<readonly Wire[]> => (await call('GET', path)).body.items

  beforeAll(async () => {
    sandbox = await startSandbox(options)
    for (const folder of await list(`${HOME}/workspace?types=FOLDER&search=`))
      seeded.set(`folder ${folder.name}`, folder.id)
    for (const workbook of await list(`${HOME}/workbooks`)) seeded.set(`workbook ${workbook.slug}`, workbook.id)
    for (const report of await list(`${HOME}/reports`)) seeded.set(`report ${report.publicId}`, report.id)
  })
  afterAll(() => {
    reader?.close()
    return sandbox?.close()
  })

  return {
    sandbox: running,
    call,
    id(kind, name) {
      const id = seeded.get(`${kind} ${name}`)
      if (id === undefined) throw new Error(`the seed has no ${kind} "${name}"`)
      return id
    },
    everything() {
      reader ??= openReader(join(running().directory, 'platform.db'))
      return reader.everything()
    },
  }
}

/** Left out: keys are added for the users that tests act as. */
const APART = ['api_keys']

interface Reader {
  everything(): Record<string, string>
  close(): void
}

/** Reads everything again only if the database reports a write. */
function openReader(file: string): Reader {
  const database = new Libsql(file, { readonly: true })
  const rows = (sql: string): unknown[] => database.prepare(sql).all()
  const read = (): Record<string, string> => {
    const tables = rows("select name from sqlite_master where type = 'table' order by name") as { name: string }[]
    const digest = (name: string): string =>
      createHash('sha256')
        .update(JSON.stringify(rows(`select * from "${name}"`)))
        .digest('hex')
    return Object.fromEntries(
      tables.filter(({ name }) => !APART.includes(name)).map(({ name }) => [name, digest(name)]),
    )
  }
  let known: { readonly version: string; readonly digests: Record<string, string> } | undefined
  return {
    everything() {
      const version = JSON.stringify(rows('PRAGMA data_version'))
      if (known?.version !== version) known = { version, digests: read() }
      return known.digests
    },
    close: () => void database.close(),
  }
}

/** Any refusal: programs may only rely on its status and, if there is one, its `code`. */
export function expectRefused(answer: Answer, status: number, code?: string): void {
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  expect(answer.body.message).toEqual(expect.any(String))
}

export const ADMIN = { id: 1, email: 'ci-bot@acme.com', firstName: 'CI', picture: null }
export const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
export const NUMBER = expect.any(Number)
export const TEXT = expect.any(String)
