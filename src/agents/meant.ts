import { askIfMeant, BoardwrightError, nearest } from '@boardwright/common'
import { type Entity, ofKind } from '../content/entity.ts'
import type { Report } from '../content/model.ts'
import { withoutEnding } from '../serialize/layout.ts'
import type { ParsedTree } from '../serialize/parse.ts'
import { currentPlaces } from '../serialize/update.ts'

/** Finds an object by its path, from the root or from `content/`, with or without `reports/`; or by its id or slug. */
function meant<T>(
  objects: readonly T[],
  word: string,
  {
    nameOf,
    placeOf,
    what,
  }: {
    readonly nameOf: (object: T) => string
    readonly placeOf: (object: T) => string
    readonly what: string
  },
): { readonly object: T; readonly file: string } {
  const wanted = withoutEnding(word.replace(/^\.?\//, '').replace(/(?<!\/)\/+$/, '')).replace(/\/dashboard$/, '')
  const pathsOf = (object: T): string[] => {
    const path = withoutEnding(placeOf(object))
    const short = path.replace(/^content\//, '')
    return [path, short, short.replace('/reports/', '/')]
  }
  const found = objects.find((each) => nameOf(each) === word || pathsOf(each).includes(wanted))
  if (found !== undefined) return { object: found, file: placeOf(found) }
  const names = objects.flatMap((each) => [nameOf(each), ...pathsOf(each).slice(1)])
  throw new BoardwrightError('OBJECT_UNKNOWN', `there is no ${what} "${word}"`, {
    hint: askIfMeant(nearest(word, names)),
  })
}

export function workbookMeant(tree: ParsedTree, word: string) {
  const places = currentPlaces(tree)
  const placeOf = ({ key }: Entity): string => places.get(key) ?? ''
  const workbooks = ofKind(tree.content, 'workbook')
  const { object, file } = meant(workbooks, word, { nameOf: ({ own }) => own.slug, placeOf, what: 'dashboard' })
  return { workbook: object.whole(), file }
}

export function reportMeant(tree: ParsedTree, word: string): Report {
  const places = currentPlaces(tree)
  const placeOf = ({ key }: Entity): string => places.get(key) ?? ''
  const reports = ofKind(tree.content, 'report')
  return meant(reports, word, { nameOf: ({ own }) => own.id, placeOf, what: 'report' }).object.whole()
}
