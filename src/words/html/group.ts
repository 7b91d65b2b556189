import { h, type Markup } from '@boardwright/pictures'
import { counted } from '../../content/counted.ts'
import { printable, printableName } from '../../content/printable.ts'
import { fullName } from '../../plan/naming.ts'
import type { PlannedObject } from '../../plan/plan-file.ts'
import { insideName, lossText, publishText, shownOnText } from '../facts.ts'
import type { Group } from '../objects.ts'
import { allInside, objectSentences } from '../sentences.ts'
import type { Line, ShownNames } from '../values/line.ts'
import { type AnchorStop, anchorOf } from './anchors.ts'
import { withArrows } from './arrow.ts'

const MOST_LINES = 60
const MOST_DIFF_LINES = 400

/** The changes of one dashboard, or of one other object: in words, as a picture, and as lines. */
export function groupSection(
  { head, reports }: Group,
  names: ShownNames,
  { figures, findings }: { readonly figures: readonly Markup[]; readonly findings: readonly string[] },
): AnchorStop {
  const told = [...allInside(reports, names), ...objectSentences(head, names)]
  const shown = [...reports, head].flatMap((object) => (object.action === 'update' ? shownOn(object, head) : []))
  const because = head.action === 'delete' || head.action === 'publish' ? [head.because] : []
  const loss = head.loss ? [lossText(head.loss)] : []
  const publish = head.publish ? [`publish ${publishText(head.publish)}`] : []
  return {
    id: anchorOf(head.key),
    before: [h('span', { class: `word ${head.action}` }, head.action)],
    heading: { level: 2, text: fullName(head) },
    after: head.file === undefined ? [] : [pathOf(printableName(head.file))],
    body: [
      groupList([...because.map(printableName), ...loss, ...told.map(({ text }) => text), ...publish]),
      ...shown,
      ...(findings.length === 0 ? [] : [h('p', {}, 'Rules of the house find:'), groupList(findings)]),
      ...figures,
      ...told.flatMap(({ line, text }) => (line?.diff ? [diffBlock(text, line)] : [])),
    ],
  }
}

/** On one line: where there is no room, folders are left out. */
function pathOf(path: string): Markup {
  const end = path.lastIndexOf('/') + 1
  return h(
    'code',
    { class: 'file faint', title: path },
    h('span', {}, path.slice(0, end)),
    h('span', {}, path.slice(end)),
  )
}

export const groupList = (texts: readonly string[]): Markup | undefined => {
  if (texts.length === 0) return undefined
  const more = texts.length - MOST_LINES
  const shown = more > 0 ? [...texts.slice(0, MOST_LINES), `and ${counted(more)} more`] : texts
  return h('ul', {}, ...shown.map((text) => h('li', {}, ...withArrows(text))))
}

/** Where it is shown is not one of its changes. */
function shownOn(object: PlannedObject, head: PlannedObject): Markup[] {
  const told = shownOnText(object)
  if (told === undefined) return []
  const text = object === head ? `${told.charAt(0).toUpperCase()}${told.slice(1)}` : `${insideName(object)} is ${told}`
  return [h('p', { class: 'faint' }, text)]
}

const CLASSES: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus' }

export function diffBlock(title: string, { diff }: Line): Markup {
  const rows = (diff?.hunks ?? []).flatMap(({ at, lines }) => [
    h('span', { class: 'at' }, `@@ ${at.join(',')} @@`),
    ...lines.map(({ mark, text }) => h('span', { class: CLASSES[mark] }, `${mark} ${printable(text)}`)),
  ])
  const more = rows.length - MOST_DIFF_LINES
  const shown =
    more > 0 ? [...rows.slice(0, MOST_DIFF_LINES), h('span', { class: 'at' }, `... ${counted(more)} more lines`)] : rows
  return h('details', { open: true }, h('summary', {}, ...withArrows(title)), h('pre', { tabindex: 0 }, ...shown))
}
