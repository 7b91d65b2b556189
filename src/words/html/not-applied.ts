import { h, type Markup } from '@boardwright/pictures'
import type { Key } from '../../content/kinds.ts'
import { printableName } from '../../content/printable.ts'
import { fullName } from '../../plan/naming.ts'
import type { HeldObject, LeftObject, Plan } from '../../plan/plan-file.ts'
import type { Alike } from '../alike.ts'
import { choicesFor } from '../held-choices.ts'
import { lineInWords } from '../lines.ts'
import { leftRows } from '../text.ts'
import { namesFor, namesIn, type ShownNames } from '../values/line.ts'
import { allLines } from '../values/object.ts'
import { type AnchorStop, anchorOf } from './anchors.ts'
import { groupList } from './group.ts'
import { sidesOfHeld } from './sides.ts'
import { commandOf, waysOut } from './ways-out.ts'

/** Their places on the page. */
export const [HELD, LEFT] = ['held', 'left']

export function heldOf(
  held: readonly HeldObject[],
  plan: Plan,
  figuresOf: (key: Key) => readonly Markup[],
): AnchorStop[] {
  const names = namesIn(plan)
  return held.map((each) => ({
    ...{ id: anchorOf(each.key, 'held/'), before: [], after: [] },
    heading: { level: 3, text: fullName(each) },
    body: [
      h('p', {}, printableName(each.message)),
      ...figuresOf(each.key),
      ...sidesOfHeld(each, plan, names),
      ...waysOut(choicesFor(each, plan)),
    ],
  }))
}

export function heldCard(stops: readonly Markup[], alike: readonly Alike[]): Markup[] {
  if (stops.length + alike.length === 0) return []
  const shared = alike.flatMap(({ names, message, advice, choices }) => [
    h('p', {}, h('b', {}, names), `: ${message}.${advice === undefined ? '' : ` ${advice}`}`),
    ...waysOut(choices),
  ])
  return [
    h(
      'section',
      { class: 'held', id: HELD },
      h('h2', {}, 'Held: not applied until somebody decides'),
      ...stops,
      ...shared,
    ),
  ]
}

export function leftCard(plan: Plan): Markup[] {
  const { named, rows, more } = leftRows(plan)
  const names = namesIn(plan)
  if (rows.length === 0) return []
  const hasCommands = rows.some(([, , help = '']) => help !== '')
  const columns = ['What', 'Why', ...(hasCommands ? ['To see more'] : [])]
  return [
    h(
      'section',
      { id: LEFT },
      h('h2', {}, 'Left alone'),
      h(
        'table',
        {},
        h('tr', {}, ...columns.map((text) => h('th', { scope: 'col' }, text))),
        ...rows.map(([name = '', message = '', help = ''], index) =>
          h(
            'tr',
            {},
            h('td', {}, name),
            h('td', {}, message, editsOf(named[index], names)),
            ...(hasCommands ? [h('td', {}, help === '' ? '' : commandOf(help))] : []),
          ),
        ),
      ),
      ...more.map((text) => h('p', { class: 'faint' }, text)),
    ),
  ]
}

/** The edits, in the same words as for planned changes. */
const editsOf = (left: LeftObject | undefined, names: ShownNames): Markup | undefined =>
  left && groupList(allLines(left.units, namesFor(names, left)).map(lineInWords))
