import { allRows, isRow, numberIn, type Row, rowOf, textIn, timeIn, unlessForbidden } from './answers.ts'
import type { Http } from './http.ts'
import { tokenUserId } from './token-user.ts'
import type { CommentApi, OpenProposal, ProposalApi } from './types.ts'

/** For the token of a user or project, or the job's own, which may do less. */
export const gitlabHeaders = (token: string, isJobToken: boolean): Record<string, string> => ({
  accept: 'application/json',
  ...(isJobToken ? { 'job-token': token } : { 'private-token': token }),
})

/** Whether it is merged. What was shown at the merge must not change afterwards. */
export const isMergedOnGitlab = async (http: Http, project: string, number: number): Promise<boolean> => {
  const path = `/projects/${encodeURIComponent(project)}/merge_requests/${number}`
  const answer = await http.send('GET', path).catch(unlessForbidden)
  return answer !== undefined && textIn(rowOf(answer, `GET ${path}`), 'state') === 'merged'
}

export function gitlabComments(http: Http, project: string, number: number): CommentApi {
  const base = `/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`
  let me: Promise<number | undefined> | undefined
  return {
    async list() {
      me ??= tokenUserId(http)
      const [own, rows] = await Promise.all([
        me,
        allRows((page) => http.send('GET', `${base}?sort=asc&order_by=created_at&${page}`), `GET ${base}`),
      ])
      const isForeign = (author: unknown): boolean => own !== undefined && (!isRow(author) || author['id'] !== own)
      return rows
        .filter((row) => row['system'] !== true)
        .map((row) => ({
          id: numberIn(row, 'id', `GET ${base}`),
          body: textIn(row, 'body'),
          foreign: isForeign(row['author']),
          changedAt: timeIn(row, 'updated_at'),
        }))
        .sort((a, b) => a.id - b.id)
    },
    async create(body) {
      return { id: numberIn(rowOf(await http.send('POST', base, { body }), `POST ${base}`), 'id', `POST ${base}`) }
    },
    async update(id, body) {
      await http.send('PUT', `${base}/${id}`, { body })
    },
    async remove(id) {
      await http.send('DELETE', `${base}/${id}`)
    },
  }
}

export function gitlabProposals(http: Http, project: string): ProposalApi {
  const base = `/projects/${encodeURIComponent(project)}/merge_requests`
  return {
    async find(branch) {
      const query = `state=opened&source_branch=${encodeURIComponent(branch)}`
      const rows = await allRows((page) => http.send('GET', `${base}?${query}&${page}`), `GET ${base}`)
      const own = rows.filter((row) => row['source_project_id'] === row['target_project_id'])
      return own.map((row) => toProposal(row, `GET ${base}`))[0]
    },
    async open({ branch, base: into, title, body }) {
      const wanted = {
        source_branch: branch,
        target_branch: into,
        title,
        description: body,
        remove_source_branch: true,
      }
      return toProposal(rowOf(await http.send('POST', base, wanted), `POST ${base}`), `POST ${base}`)
    },
    async change(number, { title, body }) {
      await http.send('PUT', `${base}/${number}`, { title, description: body })
    },
    async closeIt(number) {
      await http.send('PUT', `${base}/${number}`, { state_event: 'close' })
    },
  }
}

const toProposal = (row: Row, endpoint: string): OpenProposal => ({
  number: numberIn(row, 'iid', endpoint),
  url: textIn(row, 'web_url'),
  title: textIn(row, 'title'),
  body: textIn(row, 'description'),
})
