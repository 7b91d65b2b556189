import { BoardwrightError } from '../errors.ts'
import { isRow, numberIn, type Row, rowIn, rowOf, textIn, timeIn } from './answers.ts'
import { giteaComments, giteaUser, JOBS_USER } from './gitea.ts'
import { digestIn, digestOf, statusesOf } from './gitea-status.ts'
import { unlessMissing } from './github.ts'
import type { Http } from './http.ts'
import { readRecord } from './record.ts'
import { recorded, type Shown, type ShownQuestion } from './shown.ts'

/**
 * The comment contains the record, but anyone who may write to the repository may edit it. Nobody can change a status.
 * So the status that the same user had set on the newest commit by the time of the merge tells which record counts.
 */
export async function shownOnGitea(http: Http, commit: string, question: ShownQuestion): Promise<Shown> {
  const { repository, branch, project, marker } = question
  const path = `/repos/${repository}/commits/${commit}/pull`
  const answer = await http.send('GET', path).catch(unlessMissing)
  const pull = answer === undefined ? undefined : rowOf(answer, `GET ${path}`)
  if (!pull || !isOf(pull, { commit, branch })) return { number: undefined }
  const number = numberIn(pull, 'number', `GET ${path}`)
  const me = await giteaUser(http)
  if (me === undefined) {
    throw new BoardwrightError(
      'FORGE_CONTEXT',
      'this token does not say which user it belongs to, so the author of the comment cannot be checked',
      { hint: 'Give the token the scope read:user, or use the one of the job.' },
    )
  }
  const mergedAt = timeIn(pull, 'merged_at') ?? 0
  const [newest] = (await statusesOf(http, repository, textIn(rowIn(pull, 'head'), 'sha'), project))
    .filter((row) => creatorOf(row) === me)
    .map((row) => ({ row, at: timeIn(row, 'created_at') ?? Number.POSITIVE_INFINITY, id: Number(row['id']) }))
    .filter(({ at }) => at <= mergedAt)
    .toSorted((a, b) => b.at - a.at || b.id - a.id)
  if (!newest) return { number, problem: `pull request ${number} had no status of this project when it was merged` }
  const digest = digestIn(textIn(newest.row, 'target_url'))
  if (digest === undefined) return recorded(number, undefined)
  const record = (await giteaComments(http, repository, number).list())
    .filter(({ foreign, body }) => !foreign && body.startsWith(`${marker}\n`))
    .map(({ body }) => readRecord(body))
    .find((each) => each !== undefined && digestOf(each) === digest)
  if (record === undefined) {
    return { number, problem: `the comment on pull request ${number} is not the one that its status is about` }
  }
  return recorded(number, record)
}

const isOf = (pull: Row, { commit, branch }: { readonly commit: string; readonly branch: string }): boolean =>
  pull['merged'] === true &&
  textIn(pull, 'merge_commit_sha') === commit &&
  textIn(rowIn(pull, 'base'), 'ref') === branch

/** The creator of a status. One that a job has set has none. */
const creatorOf = (row: Row): unknown => (isRow(row['creator']) ? row['creator']['id'] : JOBS_USER)
