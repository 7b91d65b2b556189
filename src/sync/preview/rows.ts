import type { Client } from '../../client/client.ts'
import { createDataClient, type DataAnswer, type DataClient } from '../../client/data.ts'
import type { Target } from '../../config/model.ts'
import { someOf } from '../../content/some-of.ts'
import { BoardwrightError } from '../../errors.ts'
import { limited } from '../../query/sql/limit.ts'
import type { SceneReport } from '../../scene.ts'
import { type ConnectOptions, connect } from '../target/connect.ts'

/** Real rows of a target, with a token for its data only. */
export interface RowReader {
  readonly read: (report: SceneReport) => Promise<DataAnswer>
  readonly close: () => Promise<void>
}

/** It makes a token for rows, which expires by itself, and changes nothing. */
const TOKEN = /^POST \/api\/v1\/deployments\/\d+\/token$/
const TOKEN_SECONDS = 3_600
/** The most rows that a page draws. */
const MOST_ROWS = 10_000

/** What rows are asked for with. */
export type Asked = Pick<SceneReport, 'query' | 'sql' | 'pythonCode'>

export function createRowReader(target: Target, options: Omit<ConnectOptions, 'readOnly'>): RowReader {
  let opened: Promise<DataClient> | undefined
  const open = (): Promise<DataClient> => {
    opened ??= openData(target, options)
    // After a failure, the next widget tries again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  const ask = async (report: SceneReport): Promise<DataAnswer> => {
    const data = await open()
    const answer = await askFor(report, data, MOST_ROWS)
    return { ...answer, rows: answer.rows.slice(0, MOST_ROWS) }
  }
  return {
    async read(report) {
      try {
        return await ask(report)
      } catch (cause) {
        if (!(cause instanceof BoardwrightError) || cause.kind !== 'UNAUTHORIZED' || opened === undefined) throw cause
        opened = undefined
        return ask(report)
      }
    },
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** Asks for no more rows than that. SQL that nobody here can read has its own limit, or none. */
export async function askFor({ query, sql, pythonCode }: Asked, data: DataClient, most: number): Promise<DataAnswer> {
  if (typeof pythonCode === 'string' && pythonCode.trim() !== '') {
    throw new BoardwrightError('REJECTED', 'its rows are made by Python code, which only the platform runs')
  }
  if (query) {
    const { limit } = query
    return data.load({ ...query, limit: typeof limit === 'number' ? Math.min(limit, most) : most })
  }
  if (typeof sql === 'string' && sql.trim() !== '') return data.sql(limited(sql, most))
  throw new BoardwrightError('REJECTED', 'it has neither a query nor SQL')
}

export interface DataPlace extends Omit<ConnectOptions, 'readOnly'> {
  /** A branch of the data model that is served, instead of the one that is deployed. */
  readonly branch?: string | undefined
  readonly totalMs?: number | undefined
}

export async function openData(target: Target, { branch, totalMs, ...options }: DataPlace): Promise<DataClient> {
  const client = connect(target, { ...options, readOnly: true, harmless: TOKEN })
  const path = { deploymentId: target.deployment }
  try {
    const { deploymentUrl } = await client.deployments.getDeployment({ path })
    const url = branch === undefined ? deploymentUrl : await urlOfBranch(client, target, branch)
    const { platformApiToken } = await client.deployments.deploymentToken({ path, body: { expiresIn: TOKEN_SECONDS } })
    return createDataClient({ url, token: platformApiToken, env: options.env, signal: options.signal, totalMs })
  } finally {
    await client.close()
  }
}

async function urlOfBranch(client: Client, { name, deployment }: Target, branch: string): Promise<string> {
  const path = { deploymentId: deployment }
  const { items } = await client.environments.getDeploymentEnvironments({ path, query: {} })
  const found = items.find((each) => each.branch === branch)
  const url = found?.api_credentials.find(({ type }) => type === 'rest')?.url
  if (url) return url.replace(/\/v1\/?$/, '')
  const served = items.flatMap((each) => each.branch ?? [])
  throw new BoardwrightError('REJECTED', `${name} does not serve the branch ${branch}`, {
    hint: `It serves ${someOf(served, 20)}.`,
  })
}
