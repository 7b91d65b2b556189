import { allRows, isRow, numberIn, type Row, rowOf } from './answers.ts'
import type { Http } from './http.ts'
import { recordLine } from './record.ts'
import type { Annotation, Check, CheckedCommit } from './types.ts'

/** The check's name in the list of checks. */
export const CHECK = 'Boardwright'

/** GitHub's limit per request. */
const MOST_ANNOTATIONS = 50
const LONGEST = 60_000

/** Adds a check to a commit. Older ones of this name stay, so that what was shown before the merge can be read. */
export async function postCheck(http: Http, { repository, sha }: CheckedCommit, check: Check): Promise<void> {
  const base = `/repos/${repository}/check-runs`
  const [first, ...more] = chunksOf(check.annotations)
  const state = { status: 'completed', conclusion: check.conclusion }
  const output = (annotations: readonly Annotation[]) => ({
    title: check.title.slice(0, 200),
    summary: check.summary.slice(0, LONGEST),
    ...(check.record === undefined ? {} : { text: `${NOTE}\n\n${recordLine(check.record)}` }),
    annotations: annotations.map(toWire),
  })
  const { project } = check
  const made = await http.send('POST', base, {
    ...{ name: CHECK, head_sha: sha, external_id: project, ...state },
    output: output(first ?? []),
  })
  if (more.length === 0) return
  const id = numberIn(rowOf(made, `POST ${base}`), 'id', `POST ${base}`)
  for (const some of more) await http.send('PATCH', `${base}/${id}`, { ...state, output: output(some) })
}

const NOTE = 'Once this is merged, `boardwright apply --approve pull-request` may do what is planned here.'

export function checksOf(http: Http, repository: string, commit: string): Promise<Row[]> {
  const path = `/repos/${repository}/commits/${commit}/check-runs`
  return allRows(async (page) => {
    const answer = await http.send('GET', `${path}?check_name=${CHECK}&filter=all&${page}`)
    return isRow(answer) ? (answer['check_runs'] ?? []) : answer
  }, `GET ${path}`)
}

const chunksOf = (annotations: readonly Annotation[]): readonly (readonly Annotation[])[] =>
  Array.from({ length: Math.ceil(annotations.length / MOST_ANNOTATIONS) }, (_, index) =>
    annotations.slice(index * MOST_ANNOTATIONS, (index + 1) * MOST_ANNOTATIONS),
  )

const toWire = ({ file, line, level, title, message }: Annotation) => ({
  ...{ path: file, start_line: line, end_line: line },
  ...{ annotation_level: level, title: title.slice(0, 255), message: message.slice(0, LONGEST) },
})
