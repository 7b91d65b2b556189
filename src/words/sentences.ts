import { plural, someOf } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { kindOf } from '../content/kinds.ts'
import { inQuotes, printableName } from '../content/printable.ts'
import { namingOf } from '../plan/naming.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import { replacedText } from '../plan/replaced.ts'
import { insideName, lastName } from './facts.ts'
import { lineInWords } from './lines.ts'
import { keptWords, wordsFor } from './objects.ts'
import type { Line, ShownNames } from './values/line.ts'

/** One change in one sentence, for pages and pictures. */
export interface Sentence {
  readonly text: string
  readonly line?: Line
}

/** What changes in all that is inside a workbook. */
export const allInside = (objects: readonly PlannedObject[], names: ShownNames): Sentence[] =>
  withNewTogether(
    objects,
    (object) => insideSentences(object, names),
    (text) => ({ text }),
    (object) => inQuotes(lastName(object)),
  )

const MOST_NAMED = 12

/** Tells one after another, but several new ones of a kind together: `2 new reports: "Orders", "Customers"`. */
export function withNewTogether<T>(
  objects: readonly PlannedObject[],
  tell: (object: PlannedObject) => readonly T[],
  together: (text: string) => T,
  nameOf: (object: PlannedObject) => string,
): T[] {
  const created = groupBy(
    objects.filter(({ action }) => action === 'create'),
    ({ key }) => kindOf(key),
  )
  return objects.flatMap((object) => {
    const alike = object.action === 'create' ? (created.get(kindOf(object.key)) ?? []) : []
    if (alike.length < 2) return tell(object)
    if (alike[0] !== object) return []
    const counted = plural(alike.length, `new ${namingOf(object.key).noun}`)
    return [together(`${counted}: ${someOf(alike.map(nameOf), MOST_NAMED)}`)]
  })
}

/** What changes in something inside a workbook, such as a report. */
export function insideSentences(object: PlannedObject, names: ShownNames): Sentence[] {
  const name = insideName(object)
  if (object.action === 'delete') return [{ text: `${name} is deleted` }]
  if (object.action === 'create') return [{ text: `${name} is new` }]
  return objectSentences(object, names).map((told) => ({ ...told, text: `${name}: ${told.text}` }))
}

export function objectSentences(object: PlannedObject, names: ShownNames): Sentence[] {
  const { layout, lines } = wordsFor(object, names)
  return [
    ...(layout && object.action !== 'create' ? [{ text: `layout: ${layout.summary}` }] : []),
    ...[...(layout?.lines ?? []), ...lines].map((line) => ({ text: lineInWords(line), line })),
    ...keptWords(object, names).map((line) => ({ text: `keeps the UI edit: ${lineInWords(line)}` })),
    ...object.replaces.map((what) => ({ text: `replaces ${printableName(replacedText(what))}` })),
  ]
}
