import type { Problem } from '../content/problem.ts'
import type { KnownContent } from '../content/summary.ts'
import type { Document } from '../serialize/documents.ts'

export type KnownIds = Pick<ReadonlySet<string>, 'has'>

/** The public ids that the files say reports have. */
export const writtenIds = (reports: KnownContent['reports']): ReadonlySet<string> =>
  new Set(reports.flatMap(({ id, ids = {} }) => [id, ...Object.values(ids)]))

const WORD = /(?<![0-9A-Za-z])[0-9A-Za-z]{12}(?![0-9A-Za-z])/g
const VARIABLE = /\$\{report\.[^{}$\n]+\}/g

/** Sources of apps that name a report of ours by its public id. In another target it has another one. */
export function plainIds(dashboards: readonly Document[], ids: KnownIds): Problem[] {
  return dashboards.flatMap((document) => textsOf(document).flatMap((each) => idsIn(each, ids)))
}

interface Text {
  readonly text: string
  readonly at: (index: number, length: number) => Pick<Problem, 'at' | 'length'>
}

function textsOf({ file, value, sides, placeOf }: Document): Text[] {
  const inline = (value as { app?: { files?: Record<string, unknown> } } | null)?.app?.files ?? {}
  return [
    ...Object.values(sides)
      .filter((side) => side.file.includes('/app/'))
      .map((side): Text => ({ text: side.text, at: (index, length) => placeIn(side, index, length) })),
    ...Object.entries(inline).flatMap(([name, text]): Text[] => {
      if (typeof text !== 'string') return []
      const { length, ...at } = placeOf(['app', 'files', name], 'key')
      return [{ text, at: () => ({ at: { ...at, file }, length }) }]
    }),
  ]
}

function placeIn({ file, text }: { file: string; text: string }, index: number, length: number) {
  const before = text.slice(0, index)
  return { at: { file, line: before.split('\n').length, column: index - before.lastIndexOf('\n') }, length }
}

function idsIn({ text, at }: Text, ids: KnownIds): Problem[] {
  const plain = text.replace(VARIABLE, (named) => ' '.repeat(named.length))
  return [...plain.matchAll(WORD)]
    .filter(([id]) => ids.has(id))
    .map(({ 0: id, index }) => ({
      kind: 'PLAIN_ID',
      ...at(index, id.length),
      message: `${id} is the public id of a report of this tree, as plain text`,
      warning: true,
    }))
}
