import type { SceneReport } from '../../scene.ts'
import { make } from '../dom.ts'
import type { Draw } from './context.ts'

const CODES = [
  ['Query', ({ query }) => (query ? JSON.stringify(query, null, 2) : '')],
  ['SQL', ({ sql }) => sql ?? ''],
  ['Python', ({ pythonCode }) => (typeof pythonCode === 'string' ? pythonCode : '')],
] as const satisfies readonly (readonly [string, (report: SceneReport) => string])[]

/** The queries and code behind the rows of a report, as changed by the controls. */
export const questionsOf = (report: SceneReport | undefined): { readonly name: string; readonly text: string }[] =>
  report === undefined
    ? []
    : CODES.map(([name, textOf]) => ({ name, text: textOf(report).trim() })).filter(({ text }) => text !== '')

export const drawQuestion: Draw = (body, { report, name: of }) => {
  const parts = questionsOf(report).flatMap(({ name, text }) => [
    make('p', { class: 'bw-question-title' }, name),
    make('pre', { class: 'bw-question', tabindex: 0, 'aria-label': `${name} of ${of}` }, text),
  ])
  body.append(...parts)
  return undefined
}
