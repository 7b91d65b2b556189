import { addressProblem, normalAddress } from '../address.ts'
import { BoardwrightError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { isRow, type Row } from './answers.ts'
import type { Run } from './run.ts'

export const PROVIDERS = ['github', 'gitlab'] as const
export type Provider = (typeof PROVIDERS)[number]

export type Environment = Readonly<Record<string, string | undefined>>

/** The job's forge and pull request, from its environment. */
export interface JobContext {
  readonly provider: Provider
  readonly address: string
  readonly token: string
  /** GitLab's job token goes into a header of its own. */
  readonly isJobToken: boolean
  /** `owner/name`, or the id of a GitLab project. */
  readonly repository: string
  /** Undefined if the job has no pull request, or if only its branch is known. */
  readonly number: number | undefined
  /** A branch in a fork, from which a pull request comes. */
  readonly head: { readonly label: string; readonly commit: string } | undefined
  /** The pull request comes from a fork: its jobs' output is untrusted. */
  readonly isFork: boolean
  /** The job's branch, if it belongs to no pull request. */
  readonly branch: string | undefined
  /** The newest commit of the pull request. */
  readonly commit: string | undefined
  readonly run: Run | undefined
  /** The URL of the job's log. */
  readonly url: string | undefined
}

export const providerOf = (env: Environment): Provider | undefined =>
  env['GITHUB_ACTIONS'] === 'true' ? 'github' : env['GITLAB_CI'] === 'true' ? 'gitlab' : undefined

/** `event` is the text of the file that GITHUB_EVENT_PATH names. */
export const readContext = (provider: Provider, env: Environment, event: string | undefined): JobContext =>
  provider === 'github' ? githubContext(env, event) : gitlabContext(env)

function githubContext(env: Environment, text: string | undefined): JobContext {
  const event = readEvent(text)
  const [pull, origin] = [rowIn(event, 'pull_request'), rowIn(event, 'workflow_run')]
  const fromRef = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]
  const number = integerIn(pull, 'number') ?? integerIn(event, 'number') ?? integerOf(fromRef)
  const commit = textOf(rowIn(pull, 'head'), 'sha') ?? textOf(origin, 'head_sha')
  const repository = needed(env, 'GITHUB_REPOSITORY')
  const server = env['GITHUB_SERVER_URL']
  // A deleted fork is null.
  const isElsewhere = (what: Row | undefined, from: Row | undefined): boolean =>
    what !== undefined && textOf(from, 'full_name') !== repository
  const runId = integerOf(env['GITHUB_RUN_ID'])
  return {
    provider: 'github',
    address: readAddress(env['GITHUB_API_URL'] || 'https://api.github.com', 'GITHUB_API_URL'),
    token: needed(env, 'GITHUB_TOKEN'),
    isJobToken: false,
    repository,
    number,
    head: number === undefined ? forkHead(origin) : undefined,
    isFork:
      isElsewhere(pull, rowIn(rowIn(pull, 'head'), 'repo')) || isElsewhere(origin, rowIn(origin, 'head_repository')),
    branch: /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1],
    commit: commit ?? env['GITHUB_SHA'],
    run: runOf([env['GITHUB_RUN_ID'], env['GITHUB_RUN_ATTEMPT']]),
    url: server && runId !== undefined ? `${server}/${repository}/actions/runs/${runId}` : undefined,
  }
}

/** A workflow_run does not name its pull request, only its branch. */
function forkHead(origin: Row | undefined): JobContext['head'] {
  const owner = textOf(rowIn(rowIn(origin, 'head_repository'), 'owner'), 'login')
  const branch = textOf(origin, 'head_branch')
  const commit = textOf(origin, 'head_sha')
  return owner && branch && commit ? { label: `${owner}:${branch}`, commit } : undefined
}

function gitlabContext(env: Environment): JobContext {
  const own = env['GITLAB_TOKEN']
  return {
    provider: 'gitlab',
    address: readAddress(env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4', 'CI_API_V4_URL'),
    token: own || needed(env, 'CI_JOB_TOKEN', 'GITLAB_TOKEN'),
    isJobToken: !own,
    repository: needed(env, 'CI_PROJECT_ID'),
    number: integerOf(env['CI_MERGE_REQUEST_IID']),
    head: undefined,
    isFork: env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID'],
    branch: env['CI_COMMIT_BRANCH'] || undefined,
    commit: env['CI_COMMIT_SHA'],
    run: runOf([env['CI_PIPELINE_ID'], env['CI_JOB_ID']]),
    url: env['CI_JOB_URL'] || undefined,
  }
}

function needed(env: Environment, name: string, also?: string): string {
  const value = env[name]
  if (value) return value
  throw new BoardwrightError(
    'FORGE_CONTEXT',
    `${also ? `neither ${also} nor ${name}` : name} is ${also ? '' : 'not '}set`,
  )
}

function readEvent(text: string | undefined): Row | undefined {
  if (text === undefined) return undefined
  try {
    const value = parseJson(text)
    return isRow(value) ? value : undefined
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new BoardwrightError('FORGE_CONTEXT', `the file that GITHUB_EVENT_PATH names is not JSON: ${cause.message}`)
  }
}

const rowIn = (row: Row | undefined, key: string): Row | undefined => {
  const value = row?.[key]
  return isRow(value) ? value : undefined
}
const integerIn = (row: Row | undefined, key: string): number | undefined => {
  const value = row?.[key]
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}
const textOf = (row: Row | undefined, key: string): string | undefined => {
  const value = row?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const integerOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

function runOf(parts: readonly (string | undefined)[]): Run | undefined {
  const numbers = parts.flatMap((part) => integerOf(part) ?? [])
  return numbers.length === 0 ? undefined : numbers
}

function readAddress(text: string, variable: string): string {
  const problem = addressProblem(text)
  if (problem !== undefined) throw new BoardwrightError('URL_REFUSED', `${variable} is refused: it ${problem}`)
  return normalAddress(text)
}
