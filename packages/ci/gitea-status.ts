import { createHash } from 'node:crypto'
import { allRows, type Row } from './answers.ts'
import { CHECK } from './check-run.ts'
import { PAGES } from './gitea.ts'
import type { Http } from './http.ts'
import type { Check, CheckedCommit, Conclusion } from './types.ts'

/**
 * A commit's status never changes: later ones are added next to it. So a status says which record the comment had, by a
 * digest at the end of its link.
 */
export async function postStatus(http: Http, commit: CheckedCommit, check: Check): Promise<void> {
  const { project, title, record } = check
  const link = commit.url ?? ''
  await http.send('POST', `/repos/${commit.repository}/statuses/${commit.sha}`, {
    context: contextOf(project),
    state: stateOf(check),
    description: title.slice(0, LONGEST),
    target_url: record === undefined ? link : `${link}${DIGEST}${digestOf(record)}`,
  })
}

const LONGEST = 200
const STATES = {
  success: 'success',
  neutral: 'success',
  action_required: 'warning',
  failure: 'failure',
} as const satisfies Record<Conclusion, string>

/** Green only if a merge approves what is shown: Gitea has no neutral state for a plan that nobody checked. */
function stateOf({ conclusion, record }: Check): string {
  const state = STATES[conclusion]
  return state === 'success' && record === undefined ? 'warning' : state
}

/** Each project has its own context, because a later status hides earlier ones with the same context. */
const contextOf = (project: string): string => `${CHECK} (${project})`

const DIGEST = '#boardwright-shown-'
export const digestOf = (record: string): string => createHash('sha256').update(record).digest('hex')

/** The digest of the record that a status refers to. */
export const digestIn = (link: string): string | undefined => {
  const at = link.lastIndexOf(DIGEST)
  return at < 0 ? undefined : link.slice(at + DIGEST.length)
}

export async function statusesOf(http: Http, repository: string, sha: string, project: string): Promise<Row[]> {
  const path = `/repos/${repository}/statuses/${sha}`
  const rows = await allRows((page) => http.send('GET', `${path}?${page}`), `GET ${path}`, PAGES)
  return rows.filter((row) => row['context'] === contextOf(project))
}
