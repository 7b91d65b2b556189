import type { Row } from './answers.ts'
import type { Job, JobRow } from './job.ts'
import {
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

export const githubJob: JobRow = {
  isHere: (env) => env['GITHUB_ACTIONS'] === 'true',
  event: 'GITHUB_EVENT_PATH',
  read(env, event) {
    const job = actionsJob(env, readEvent(event))
    const server = env['GITHUB_SERVER_URL']
    const runId = integerOf(env['GITHUB_RUN_ID'])
    return {
      ...job,
      address: readAddress(env['GITHUB_API_URL'] || 'https://api.github.com', 'GITHUB_API_URL'),
      token: needed(env, 'GITHUB_TOKEN'),
      url: server && runId !== undefined ? `${server}/${job.repository}/actions/runs/${runId}` : undefined,
    }
  },
}

/**
 * Reads a job from the event and the variables of GitHub's runners. Other forges that run workflows set the same ones.
 */
export function actionsJob(env: Environment, event: Row | undefined): Omit<Job, 'address' | 'token' | 'url'> {
  const [pull, origin] = [rowAt(event, 'pull_request'), rowAt(event, 'workflow_run')]
  const fromRef = /^refs\/pull\/(\d+)\//.exec(env['GITHUB_REF'] ?? '')?.[1]
  const commit = textAt(rowAt(pull, 'head'), 'sha') ?? textAt(origin, 'head_sha')
  const repository = needed(env, 'GITHUB_REPOSITORY')
  const number = integerAt(pull, 'number') ?? integerAt(event, 'number') ?? integerOf(fromRef)
  // A deleted fork is null.
  const isElsewhere = (what: Row | undefined, from: Row | undefined): boolean =>
    what !== undefined && textAt(from, 'full_name') !== repository
  return {
    isJobToken: false,
    repository,
    number,
    head: number === undefined ? forkHead(origin) : undefined,
    isFork:
      isElsewhere(pull, rowAt(rowAt(pull, 'head'), 'repo')) || isElsewhere(origin, rowAt(origin, 'head_repository')),
    branch: /^refs\/heads\/(.+)$/.exec(env['GITHUB_REF'] ?? '')?.[1],
    commit: commit ?? env['GITHUB_SHA'],
    run: runOf([env['GITHUB_RUN_ID'], env['GITHUB_RUN_ATTEMPT']]),
  }
}

/** A workflow_run does not name its pull request, only its branch. */
function forkHead(origin: Row | undefined): Job['head'] {
  const owner = textAt(rowAt(rowAt(origin, 'head_repository'), 'owner'), 'login')
  const branch = textAt(origin, 'head_branch')
  const commit = textAt(origin, 'head_sha')
  return owner && branch && commit ? { label: `${owner}:${branch}`, commit } : undefined
}
