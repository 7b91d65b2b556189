import { allRows, isRow, numberIn, textIn } from './answers.ts'
import type { Http } from './http.ts'
import type { Annotation, Check } from './types.ts'

/** GitHub takes so many at once. */
const MOST_ANNOTATIONS = 50
const LONGEST = 60_000

/** Sets the check of a commit: the one of this name, or a new one. */
export async function postCheck(http: Http, repository: string, commit: string, check: Check): Promise<void> {
  const base = `/repos/${repository}`
  const found = await findCheck(http, repository, commit, check.name)
  const [first, ...more] = chunksOf(check.annotations)
  const state = { status: 'completed', conclusion: check.conclusion }
  const output = (annotations: readonly Annotation[]) => ({
    title: check.title.slice(0, 200),
    summary: check.summary.slice(0, LONGEST),
    annotations: annotations.map(toWire),
  })
  const made =
    found === undefined
      ? await http.send('POST', `${base}/check-runs`, {
          ...{ name: check.name, head_sha: commit, ...state },
          output: output(first ?? []),
        })
      : await http.send('PATCH', `${base}/check-runs/${found}`, { ...state, output: output(first ?? []) })
  const id = found ?? (isRow(made) ? numberIn(made, 'id', `POST ${base}/check-runs`) : undefined)
  for (const some of more) {
    await http.send('PATCH', `${base}/check-runs/${id}`, { ...state, output: output(some) })
  }
}

async function findCheck(http: Http, repository: string, commit: string, name: string): Promise<number | undefined> {
  const path = `/repos/${repository}/commits/${commit}/check-runs`
  const query = `check_name=${encodeURIComponent(name)}&filter=latest`
  const rows = await allRows(async (page) => {
    const answer = await http.send('GET', `${path}?${query}&${page}`)
    return isRow(answer) ? (answer['check_runs'] ?? []) : answer
  }, `GET ${path}`)
  const own = rows.filter((row) => textIn(row, 'name') === name)
  return own.map((row) => numberIn(row, 'id', `GET ${path}`)).sort((a, b) => a - b)[0]
}

const chunksOf = (annotations: readonly Annotation[]): readonly (readonly Annotation[])[] =>
  Array.from({ length: Math.ceil(annotations.length / MOST_ANNOTATIONS) }, (_, index) =>
    annotations.slice(index * MOST_ANNOTATIONS, (index + 1) * MOST_ANNOTATIONS),
  )

const toWire = ({ file, line, level, title, message }: Annotation) => ({
  ...{ path: file, start_line: line, end_line: line },
  ...{ annotation_level: level, title: title.slice(0, 255), message: message.slice(0, LONGEST) },
})
