import { BoardwrightError } from '@boardwright/common'
import { allRows, numberIn, rowIn, textIn, timeIn } from './answers.ts'
import { CHECK, checksOf } from './check-run.ts'
import { gitlabComments } from './gitlab.ts'
import type { Http } from './http.ts'
import { readRecord } from './record.ts'
import { tokenUserId } from './token-user.ts'

/** A commit's pull request and what it showed before it was merged. */
export interface Shown {
  /** Undefined if the commit came without one. */
  readonly number: number | undefined
  /** The record of the plans that were shown. */
  readonly record?: string | undefined
  /** Why there is no record. */
  readonly problem?: string | undefined
}

export interface ShownQuestion {
  readonly repository: string
  /** The branch that was merged into. */
  readonly branch: string
  readonly project: string
  readonly marker: string
}

/** The GitHub app behind every job's token. No person and no fork has it. */
const APP = 'github-actions'

/**
 * GitHub: the check of the pull request's newest commit, as of the merge. Only an app can set one, and only jobs of
 * this repository have the app's token.
 */
export async function shownOnGithub(http: Http, commit: string, question: ShownQuestion): Promise<Shown> {
  const { repository, branch, project } = question
  const path = `/repos/${repository}/commits/${commit}/pulls`
  const pulls = await allRows((page) => http.send('GET', `${path}?${page}`), `GET ${path}`)
  const pull = pulls.find((row) => {
    const base = rowIn(row, 'base')
    return (
      textIn(row, 'merge_commit_sha') === commit &&
      textIn(row, 'merged_at') !== '' &&
      textIn(base, 'ref') === branch &&
      textIn(rowIn(base, 'repo'), 'full_name') === repository
    )
  })
  if (!pull) return { number: undefined }
  const number = numberIn(pull, 'number', `GET ${path}`)
  const mergedAt = timeIn(pull, 'merged_at') ?? 0
  const [newest] = (await checksOf(http, repository, textIn(rowIn(pull, 'head'), 'sha')))
    .filter((row) => textIn(rowIn(row, 'app'), 'slug') === APP && textIn(row, 'external_id') === project)
    .flatMap((row) => ({ row, at: timeIn(row, 'completed_at') ?? Number.POSITIVE_INFINITY }))
    .filter(({ at }) => at <= mergedAt)
    .toSorted((a, b) => b.at - a.at)
  if (!newest) return { number, problem: `pull request ${number} had no check "${CHECK}" when it was merged` }
  return recorded(number, readRecord(textIn(rowIn(newest.row, 'output'), 'text')))
}

/** GitLab: a comment of this token's own user, unchanged since the merge. */
export async function shownOnGitlab(http: Http, commit: string, question: ShownQuestion): Promise<Shown> {
  const { repository, branch, marker } = question
  const path = `/projects/${encodeURIComponent(repository)}/repository/commits/${commit}/merge_requests`
  const requests = await allRows((page) => http.send('GET', `${path}?${page}`), `GET ${path}`)
  const request = requests.find(
    (row) =>
      textIn(row, 'state') === 'merged' &&
      textIn(row, 'target_branch') === branch &&
      ['merge_commit_sha', 'squash_commit_sha', 'sha'].some((key) => textIn(row, key) === commit),
  )
  if (!request) return { number: undefined }
  const number = numberIn(request, 'iid', `GET ${path}`)
  if ((await tokenUserId(http)) === undefined) {
    throw new BoardwrightError(
      'FORGE_CONTEXT',
      'this token does not say which user it belongs to, so the author of the comment cannot be checked',
      {
        hint: 'Set GITLAB_TOKEN, of the same user as in the job that comments.',
      },
    )
  }
  const mergedAt = timeIn(request, 'merged_at') ?? 0
  const own = (await gitlabComments(http, repository, number).list()).filter(
    ({ foreign, body }) => !foreign && body.startsWith(`${marker}\n`),
  )
  const before = own.filter(({ changedAt }) => changedAt !== undefined && changedAt <= mergedAt)
  const newest = before.at(-1)
  if (!newest) {
    const how = own.length > 0 ? 'was changed after it was merged' : 'is not there'
    return { number, problem: `the comment on merge request ${number} ${how}` }
  }
  return recorded(number, readRecord(newest.body))
}

export const recorded = (number: number, record: string | undefined): Shown =>
  record === undefined
    ? {
        number,
        problem: `what was shown in pull request ${number} approves nothing: a fork made its plan, or it had none`,
      }
    : { number, record }
