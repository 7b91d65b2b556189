import { BoardwrightError } from '@boardwright/common'
import type { Row } from './answers.ts'
import type { Run } from './run.ts'
import {
  ASK_FOR_TOKEN,
  type Environment,
  integerAt,
  integerOf,
  needed,
  readAddress,
  readEvent,
  rowAt,
  runOf,
  textAt,
} from './variables.ts'

/** In the order of detection. Gitea comes first, because its jobs have GitHub's variables too. */
export const PROVIDERS = ['gitea', 'github', 'gitlab'] as const
export type Provider = (typeof PROVIDERS)[number]
export type { Environment }

export interface JobContext extends Job {
  readonly provider: Provider
}

/** Gitea and Forgejo. Their runners set GitHub's variables as well as their own. */
const giteaJob: JobRow = {
  isHere: (env) => env['GITEA_ACTIONS'] === 'true' || env['FORGEJO_ACTIONS'] === 'true',
  event: 'GITHUB_EVENT_PATH',
  isFork: isFromFork,
  read(env, event) {
    const job = actionsJob(env, event)
    return {
      ...job,
      address: addressIn(env),
      token: tokenIn(env),
      url: runPage(env, job.repository, 'GITHUB_RUN_NUMBER'),
    }
  },
}

/** There is no public default site, so without an address the token is not sent anywhere. */
function addressIn(env: Environment): string {
  const api = env['GITHUB_API_URL']
  if (api) return readAddress(api, 'GITHUB_API_URL')
  const server = env['GITHUB_SERVER_URL']
  if (server) return `${readAddress(server, 'GITHUB_SERVER_URL')}/api/v1`
  throw new BoardwrightError('FORGE_CONTEXT', 'neither GITHUB_API_URL nor GITHUB_SERVER_URL is set')
}

const TOKENS = ['GITEA_TOKEN', 'FORGEJO_TOKEN', 'GITHUB_TOKEN']

function tokenIn(env: Environment): string {
  const token = TOKENS.map((name) => env[name]).find(Boolean)
  if (token) return token
  throw new BoardwrightError('FORGE_CONTEXT', `none of ${TOKENS.join(', ')} is set`, { hint: ASK_FOR_TOKEN })
}

const isFromOtherProject = (env: Environment): boolean =>
  env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'] !== env['CI_MERGE_REQUEST_PROJECT_ID']

const gitlabJob: JobRow = {
  isHere: (env) => env['GITLAB_CI'] === 'true',
  isFork: isFromOtherProject,
  read(env) {
    const own = env['GITLAB_TOKEN']
    return {
      address: readAddress(env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4', 'CI_API_V4_URL'),
      token: own || needed(env, 'CI_JOB_TOKEN', 'GITLAB_TOKEN'),
      isJobToken: !own,
      repository: needed(env, 'CI_PROJECT_ID'),
      number: integerOf(env['CI_MERGE_REQUEST_IID']),
      head: undefined,
      isFork: isFromOtherProject(env),
      branch: env['CI_COMMIT_BRANCH'] || undefined,
      commit: env['CI_COMMIT_SHA'],
      run: runOf([env['CI_PIPELINE_ID'], env['CI_JOB_ID']]),
      url: env['CI_JOB_URL'] || undefined,
    }
  },
}

const githubJob: JobRow = {
  isHere: (env) => env['GITHUB_ACTIONS'] === 'true',
  event: 'GITHUB_EVENT_PATH',
  isFork: isFromFork,
  read(env, event) {
    const job = actionsJob(env, event)
    return {
      ...job,
      address: readAddress(env['GITHUB_API_URL'] || 'https://api.github.com', 'GITHUB_API_URL'),
      token: needed(env, 'GITHUB_TOKEN'),
      url: runPage(env, job.repository, 'GITHUB_RUN_ID'),
    }
  },
}

/** Gitea's pages are by the number of a run in its repository, GitHub's by its id. */
function runPage(env: Environment, repository: string, variable: string): string | undefined {
  const server = env['GITHUB_SERVER_URL']
  const run = integerOf(env[variable])
  return server && run !== undefined ? `${server}/${repository}/actions/runs/${run}` : undefined
}

/**
 * Reads a job from the event and the variables of GitHub's runners. Other forges that run workflows set the same ones.
 */
function actionsJob(env: Environment, text: string | undefined): Omit<Job, 'address' | 'token' | 'url'> {
  const event = readEvent(text)
  const [pull, origin] = [rowAt(event, 'pull_request'), rowAt(event, 'workflow_run')]
  const fromRef = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]
  const commit = textAt(rowAt(pull, 'head'), 'sha') ?? textAt(origin, 'head_sha')
  const repository = needed(env, 'GITHUB_REPOSITORY')
  const number = integerAt(pull, 'number') ?? integerAt(event, 'number') ?? integerOf(fromRef)
  return {
    isJobToken: false,
    repository,
    number,
    head: number === undefined ? forkHead(origin) : undefined,
    isFork: isFromFork(env, text),
    branch: /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1],
    commit: commit ?? env['GITHUB_SHA'],
    run: runOf([env['GITHUB_RUN_ID'], env['GITHUB_RUN_ATTEMPT']]),
  }
}

function isFromFork(env: Environment, text: string | undefined): boolean {
  const event = readEvent(text)
  const [pull, origin] = [rowAt(event, 'pull_request'), rowAt(event, 'workflow_run')]
  // A deleted fork is null.
  const isElsewhere = (what: Row | undefined, from: Row | undefined): boolean =>
    what !== undefined && textAt(from, 'full_name') !== env['GITHUB_REPOSITORY']
  return isElsewhere(pull, rowAt(rowAt(pull, 'head'), 'repo')) || isElsewhere(origin, rowAt(origin, 'head_repository'))
}

/** A workflow_run does not name its pull request, only its branch. */
function forkHead(origin: Row | undefined): Job['head'] {
  const owner = textAt(rowAt(rowAt(origin, 'head_repository'), 'owner'), 'login')
  const branch = textAt(origin, 'head_branch')
  const commit = textAt(origin, 'head_sha')
  return owner && branch && commit ? { label: `${owner}:${branch}`, commit } : undefined
}

/** The job's forge and pull request, from its environment. */
export interface Job {
  readonly address: string
  readonly token: string
  /** Whether it is GitLab's job token, which needs a different header. */
  readonly isJobToken: boolean
  /** `owner/name`, or the id of a GitLab project. */
  readonly repository: string
  /** Undefined if the job has no pull request, or if only its branch is known. */
  readonly number: number | undefined
  /** A branch in a fork, from which a pull request comes. */
  readonly head: { readonly label: string; readonly commit: string } | undefined
  /** Whether the pull request comes from a fork, so that its jobs' output is untrusted. */
  readonly isFork: boolean
  /** The job's branch, if it belongs to no pull request. */
  readonly branch: string | undefined
  /** The newest commit of the pull request. */
  readonly commit: string | undefined
  readonly run: Run | undefined
  /** The URL of the job's log. */
  readonly url: string | undefined
}

/** How to recognise and read the jobs of one provider. */
interface JobRow {
  readonly isHere: (env: Environment) => boolean
  /** The variable that names the event file, if jobs have one. */
  readonly event?: string
  readonly isFork: (env: Environment, event: string | undefined) => boolean
  readonly read: (env: Environment, event: string | undefined) => Job
}

const JOBS: Readonly<Record<Provider, JobRow>> = { gitea: giteaJob, github: githubJob, gitlab: gitlabJob }

export const providerOf = (env: Environment): Provider | undefined =>
  PROVIDERS.find((provider) => JOBS[provider].isHere(env))

/** The file of the job's event, if it has one. */
export const eventFileOf = (provider: Provider, env: Environment): string | undefined => {
  const { event } = JOBS[provider]
  return event === undefined ? undefined : env[event]
}

/** Whether a job runs for a pull request from a fork, so that its files are a stranger's. It needs no token. */
export const isForFork = (provider: Provider, env: Environment, event: string | undefined): boolean =>
  JOBS[provider].isFork(env, event)

/** `event` is the text of the event file. */
export const readContext = (provider: Provider, env: Environment, event: string | undefined): JobContext => ({
  provider,
  ...JOBS[provider].read(env, event),
})
