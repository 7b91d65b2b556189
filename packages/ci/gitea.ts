import { BoardwrightError } from '@boardwright/common'
import { allRows, isRow, numberIn, type Paging, rowIn, rowOf, textIn, timeIn } from './answers.ts'
import { githubComments, githubProposals, toProposal } from './github.ts'
import type { Http } from './http.ts'
import { tokenUserId } from './token-user.ts'
import type { CommentApi, ProposalApi } from './types.ts'

export const giteaHeaders = (token: string): Record<string, string> => ({
  accept: 'application/json',
  authorization: `token ${token}`,
})

/**
 * A server may shorten pages, and it ignores paging for the comments of a pull request: each page contains all of them.
 */
export const PAGES: Paging = { size: 50, name: 'limit', end: 'nothing new' }

/** The user behind every job's token, which has no account. */
export const JOBS_USER = -2

/**
 * Requires a person's token. A job's token may comment and set a status, but not push, and in a private repository it
 * may not open pull requests.
 */
export async function requirePerson(http: Http): Promise<void> {
  if ((await tokenUserId(http)) !== JOBS_USER) return
  throw new BoardwrightError('FORGE_CONTEXT', 'the token of a job may not write branches and pull requests here', {
    hint: 'Set GITEA_TOKEN to the token of a user who may write to the repository, with the scopes write:repository, write:issue and read:user.',
  })
}

export const isMergedOnGitea = async (http: Http, repository: string, number: number): Promise<boolean> => {
  const path = `/repos/${repository}/pulls/${number}`
  return rowOf(await http.send('GET', path), `GET ${path}`)['merged'] === true
}

export function giteaComments(http: Http, repository: string, number: number): CommentApi {
  const list = `/repos/${repository}/issues/${number}/comments`
  let me: Promise<number | undefined> | undefined
  return {
    // Writing works as on GitHub.
    ...githubComments(http, repository, number),
    async list() {
      me ??= tokenUserId(http)
      const [own, rows] = await Promise.all([
        me,
        allRows((page) => http.send('GET', `${list}?${page}`), `GET ${list}`, PAGES),
      ])
      const isForeign = (user: unknown): boolean => own !== undefined && (!isRow(user) || user['id'] !== own)
      return rows
        .map((row) => ({
          ...{ id: numberIn(row, 'id', `GET ${list}`), body: textIn(row, 'body') },
          ...{ foreign: isForeign(row['user']), changedAt: timeIn(row, 'updated_at') },
        }))
        .sort((a, b) => a.id - b.id)
    },
  }
}

export function giteaProposals(http: Http, repository: string): ProposalApi {
  const base = `/repos/${repository}/pulls`
  const github = githubProposals(http, repository)
  return {
    ...github,
    // There is no filter by branch, so list all open ones.
    async find(branch) {
      const rows = await allRows((page) => http.send('GET', `${base}?state=open&${page}`), `GET ${base}`, PAGES)
      const own = rows.find((row) => {
        const head = rowIn(row, 'head')
        return textIn(head, 'ref') === branch && textIn(rowIn(head, 'repo'), 'full_name') === repository
      })
      return own && toProposal(own, `GET ${base}`)
    },
    open: (proposal) =>
      github.open(proposal).catch(async (cause) => {
        if (cause instanceof BoardwrightError && cause.kind === 'FORGE_NOT_FOUND') await requirePerson(http)
        throw cause
      }),
  }
}
