import { BoardwrightError, specOf } from '@boardwright/common'
import { type Scene, type SceneReport, spansBeside } from '@boardwright/pictures'
import { type Client, createDataClient, type DataAnswer, type DataClient } from '@boardwright/platform'
import { limited } from '@boardwright/platform/query'
import type { Target } from '../../config/model.ts'
import { selectTarget, tokenVariables } from '../../config/targets.ts'
import { someOf } from '../../content/counted.ts'
import { openProject, requireConfig } from '../../project/local/project.ts'
import { connect, type ReachOptions } from '../../project/target/connect.ts'

/** Rows, with the values shown next to a single number: the one before, and its course over time. */
interface RowsRead extends DataAnswer {
  readonly before?: Readonly<Record<string, number>>
  readonly course?: readonly number[]
}

/** Reads real rows from a target, with a token that is valid only for its data. */
export interface RowReader {
  readonly read: (report: SceneReport) => Promise<RowsRead>
  readonly close: () => Promise<void>
}

/** The one POST that is allowed: it creates a token for rows, which expires by itself, and changes nothing. */
const TOKEN = /^POST \/api\/v1\/deployments\/\d+\/token$/
const TOKEN_SECONDS = 3_600
/** How many rows a page draws at most. */
const MOST_ROWS = 10_000

/** The parts of a report that say which rows it asks for. */
export interface RowsAsked {
  readonly query?: SceneReport['query'] | undefined
  readonly sql?: SceneReport['sql']
  readonly pythonCode?: unknown
}

interface ReaderOptions extends ReachOptions {
  /** Decides what `this year` means. */
  readonly today: string
}

function createRowReader(target: Target, { today, ...options }: ReaderOptions): RowReader {
  let opened: Promise<DataClient> | undefined
  const open = (): Promise<DataClient> => {
    opened ??= openData(target, options)
    // After a failure, the next widget tries again.
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  const ask = async (report: SceneReport): Promise<RowsRead> => {
    const data = await open()
    const [answer, beside] = await Promise.all([askFor(report, data, MOST_ROWS), askComparisons(report, data, today)])
    return { ...answer, rows: answer.rows.slice(0, MOST_ROWS), ...beside }
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

/** Asks for at most `most` rows. SQL that cannot be parsed here keeps its own limit, if it has one. */
export async function askFor(asked: RowsAsked, data: DataClient, most: number): Promise<DataAnswer> {
  const { query, sql } = asked
  if (isMadeByPython(asked)) {
    throw new BoardwrightError('REJECTED', 'its rows are made by Python code, which only the platform runs', {
      hint: 'Open it on the platform.',
    })
  }
  if (query) {
    const { limit } = query
    return data.load({ ...query, limit: typeof limit === 'number' ? Math.min(limit, most) : most })
  }
  if (typeof sql === 'string' && sql.trim() !== '') return data.sql(limited(sql, most))
  throw new BoardwrightError('REJECTED', 'it has neither a query nor SQL', { hint: 'Give the report one of the two.' })
}

type FreeForm = Readonly<Record<string, unknown>>

/** The values shown next to a single number, from the same query over other time spans. */
async function askComparisons(
  report: SceneReport,
  data: DataClient,
  today: string,
): Promise<Pick<RowsRead, 'before' | 'course'>> {
  const { query } = report
  const [time] = [query?.['timeDimensions']].flat() as readonly (FreeForm | undefined)[]
  const spans = spansBeside({ ...report, spec: specOf(report) }, time, new Date(`${today}T00:00:00Z`))
  if (!query || !spans) return {}
  const { order: _, ...rest } = query
  const at = async (span: object): Promise<readonly FreeForm[]> =>
    (await askFor({ query: { ...rest, timeDimensions: [{ ...time, ...span }] } }, data, MOST_ROWS)).rows
  const [before, course] = await Promise.all([spans.before ? at(spans.before) : [], at(spans.course)])
  const measures = [query['measures']].flat().filter((each) => typeof each === 'string')
  const numberOf = (row: FreeForm, name: string): number[] => {
    const value = row[name]
    return value === null || value === undefined || Number.isNaN(Number(value)) ? [] : [Number(value)]
  }
  const [was] = before
  const [first] = measures
  return {
    ...(was && {
      before: Object.fromEntries(measures.flatMap((name) => numberOf(was, name).map((value) => [name, value]))),
    }),
    course: first === undefined ? [] : course.flatMap((row) => numberOf(row, first)),
  }
}

export const isMadeByPython = ({ pythonCode }: RowsAsked): boolean =>
  typeof pythonCode === 'string' && pythonCode.trim() !== ''

export interface DataPlace extends ReachOptions {
  /** A served branch of the data model to use instead of the deployed one. */
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
    const { env, signal, traffic } = options
    return createDataClient({ url, token: platformApiToken, env, signal, traffic, totalMs })
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
    hint: `Name one that is served: ${someOf(served, 20)}.`,
  })
}

export type RowsOrError = Awaited<ReturnType<RowReader['read']>> | { readonly error: string }

export interface LiveOptions extends ReachOptions {
  readonly today: string
  readonly target?: string | undefined
}

export async function openRows(root: string, { today, target: named, ...options }: LiveOptions): Promise<RowReader> {
  const { config } = requireConfig(await openProject(root, today))
  const target = selectTarget(config, named ?? (config.targets.length > 1 ? config.home : undefined))
  if (!tokenVariables(target).some((name) => Boolean(options.env[name]))) {
    throw new BoardwrightError(
      'TOKEN_MISSING',
      `real rows of ${target.name} need a token: none of ${tokenVariables(target).join(', ')} is set`,
    )
  }
  return createRowReader(target, { today, ...options })
}

/** The report's query, as changed by the controls on the page. */
export type Question = NonNullable<SceneReport['query']>

/** Errors are shown in the widget. */
export async function rowsOf(
  scene: Scene | undefined,
  { widget: id, query }: { readonly widget: string; readonly query?: Question | undefined },
  reader: RowReader,
): Promise<RowsOrError> {
  const widget = scene?.dashboard.widgets?.find((each) => each.id === id)
  const report = widget?.report === undefined ? undefined : scene?.reports[widget.report]
  if (!report) return { error: 'This widget shows no report of the tree.' }
  if (query && !report.query) return { error: 'The rows of this report do not come from a query.' }
  try {
    return await reader.read(query ? { ...report, query } : report)
  } catch (cause) {
    const { message, hint } = BoardwrightError.from(cause)
    return { error: `No rows: ${message}. ${hint}` }
  }
}
