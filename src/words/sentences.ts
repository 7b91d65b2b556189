import { printableName } from '../content/printable.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import { replacedText } from '../plan/replaced.ts'
import { insideName } from './facts.ts'
import { lineInWords } from './lines.ts'
import { keptWords, wordsFor } from './objects.ts'
import type { Line, ShownNames } from './values/line.ts'

/** One change in one sentence, for pages and pictures. */
export interface Sentence {
  readonly text: string
  readonly line?: Line
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
    ...(layout ? [{ text: `layout: ${layout.summary}` }] : []),
    ...[...(layout?.lines ?? []), ...lines].map((line) => ({ text: lineInWords(line), line })),
    ...keptWords(object, names).map((line) => ({ text: `keeps the UI edit: ${lineInWords(line)}` })),
    ...object.replaces.map((what) => ({ text: `replaces ${printableName(replacedText(what))}` })),
  ]
}
