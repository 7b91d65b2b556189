import { createDataClient, type DataAnswer, type DataClient } from '../../client/data.ts'
import type { Target } from '../../config/model.ts'
import { BoardwrightError } from '../../errors.ts'
import type { SceneReport } from '../../scene.ts'
import { type ConnectOptions, connect } from '../connect.ts'

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
    const answer = await askFor(report, data)
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

async function askFor({ query, sql, pythonCode }: SceneReport, data: DataClient): Promise<DataAnswer> {
  if (typeof pythonCode === 'string' && pythonCode.trim() !== '') {
    throw new BoardwrightError('REJECTED', 'its rows are made by Python code, which only the platform runs')
  }
  if (query) {
    const { limit } = query
    const most = typeof limit === 'number' ? Math.min(limit, MOST_ROWS) : MOST_ROWS
    return data.load({ ...query, limit: most })
  }
  if (typeof sql === 'string' && sql.trim() !== '') return data.sql(sql)
  throw new BoardwrightError('REJECTED', 'it has neither a query nor SQL')
}

async function openData(target: Target, options: Omit<ConnectOptions, 'readOnly'>): Promise<DataClient> {
  const client = connect(target, { ...options, readOnly: true, harmless: TOKEN })
  const path = { deploymentId: target.deployment }
  try {
    const { deploymentUrl } = await client.deployments.getDeployment({ path })
    const { platformApiToken } = await client.deployments.deploymentToken({ path, body: { expiresIn: TOKEN_SECONDS } })
    return createDataClient({ url: deploymentUrl, token: platformApiToken, env: options.env, signal: options.signal })
  } finally {
    await client.close()
  }
}
