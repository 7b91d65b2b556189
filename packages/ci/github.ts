import { allRows, isRow, numberIn, type Row, rowOf, textIn, timeIn } from './answers.ts'
import type { Http } from './http.ts'
import { tokenUser } from './token-user.ts'
import type { CommentApi, OpenProposal, ProposalApi } from './types.ts'

export const githubHeaders = (token: string): Record<string, string> => ({
  accept: 'application/vnd.github+json',
  authorization: `Bearer ${token}`,
  'x-github-api-version': '2022-11-28',
})

/** Whether a comment is somebody else's. A job's token has no user, and its comments are a bot's. */
async function isForeign(http: Http): Promise<(user: unknown) => boolean> {
  const own = await tokenUser(http)
  const login = own && textIn(own, 'login')
  return (user) => {
    if (!isRow(user)) return true
    return login === undefined ? user['type'] !== 'Bot' : user['login'] !== login
  }
}

export function githubComments(http: Http, repository: string, number: number): CommentApi {
  const base = `/repos/${repository}/issues`
  const endpoint = `GET ${base}/${number}/comments`
  let foreign: Promise<(user: unknown) => boolean> | undefined
  return {
    async list() {
      foreign ??= isForeign(http)
      const [isOther, rows] = await Promise.all([
        foreign,
        allRows((page) => http.send('GET', `${base}/${number}/comments?${page}`), endpoint),
      ])
      return rows
        .map((row) => ({
          ...{ id: numberIn(row, 'id', endpoint), body: textIn(row, 'body') },
          ...{ foreign: isOther(row['user']), changedAt: timeIn(row, 'updated_at') },
        }))
        .sort((a, b) => a.id - b.id)
    },
    async create(body) {
      const what = `POST ${base}/${number}/comments`
      return { id: numberIn(rowOf(await http.send('POST', `${base}/${number}/comments`, { body }), what), 'id', what) }
    },
    async update(id, body) {
      await http.send('PATCH', `${base}/comments/${id}`, { body })
    },
    async remove(id) {
      await http.send('DELETE', `${base}/comments/${id}`)
    },
  }
}

export function githubProposals(http: Http, repository: string): ProposalApi {
  const base = `/repos/${repository}/pulls`
  const owner = repository.split('/')[0] ?? ''
  return {
    async find(branch) {
      const rows = await listPulls(http, repository, `${owner}:${branch}`)
      return rows.map((row) => toProposal(row, `GET ${base}`))[0]
    },
    async open({ branch, base: into, title, body }) {
      const answer = await http.send('POST', base, { head: branch, base: into, title, body })
      return toProposal(rowOf(answer, `POST ${base}`), `POST ${base}`)
    },
    async change(number, { title, body }) {
      await http.send('PATCH', `${base}/${number}`, { title, body })
    },
    async closeIt(number) {
      await http.send('PATCH', `${base}/${number}`, { state: 'closed' })
    },
  }
}

/** Open pull requests of a branch, which may be in a fork: `owner:branch`. */
export function listPulls(http: Http, repository: string, head: string): Promise<Row[]> {
  const query = `state=open&head=${encodeURIComponent(head)}`
  return allRows((page) => http.send('GET', `/repos/${repository}/pulls?${query}&${page}`), 'GET /pulls')
}

export const toProposal = (row: Row, endpoint: string): OpenProposal => ({
  number: numberIn(row, 'number', endpoint),
  url: textIn(row, 'html_url'),
  title: textIn(row, 'title'),
  body: textIn(row, 'body'),
})
