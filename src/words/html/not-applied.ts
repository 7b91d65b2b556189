import { h, type Markup } from '@boardwright/pictures'
import { printableName } from '../../content/printable.ts'
import { fullName } from '../../plan/naming.ts'
import type { HeldObject, LeftObject, Plan } from '../../plan/plan-file.ts'
import type { Alike } from '../alike.ts'
import { heldFacts } from '../held.ts'
import { choicesFor } from '../held-choices.ts'
import { lineInWords } from '../lines.ts'
import { plain } from '../paint.ts'
import { leftRows } from '../text.ts'
import { namesFor, namesIn, type ShownNames } from '../values/line.ts'
import { allLines } from '../values/object.ts'
import { type AnchorStop, anchorOf } from './anchors.ts'
import { withArrows } from './arrow.ts'
import { groupList } from './group.ts'
import { commandOf, waysOut } from './ways-out.ts'

export function heldOf(held: readonly HeldObject[], plan: Plan): AnchorStop[] {
  const names = namesIn(plan)
  const page = { width: 110, paint: plain }
  return held.map((each) => {
    const facts = heldFacts(each, plan, names, 0, page)
    return {
      ...{ id: anchorOf(each.key, 'held/'), before: [], after: [] },
      heading: { level: 3, text: fullName(each) },
      body: [
        h('p', {}, printableName(each.message)),
        ...(facts.length === 0 ? [] : [h('pre', {}, ...facts.map(factLine))]),
        ...waysOut(choicesFor(each, plan)),
      ],
    }
  })
}

/** Where a side has no room on its line, it goes on below its value, and everything else a little further in. */
const factLine = (text: string): Markup => {
  const isSide = text.startsWith('  ') && !text.startsWith('   ')
  return h('span', { class: isSide ? 'side' : undefined }, ...withArrows(`${text}\n`))
}

export function heldCard(stops: readonly Markup[], alike: readonly Alike[]): Markup[] {
  if (stops.length + alike.length === 0) return []
  const shared = alike.flatMap(({ names, message, advice, choices }) => [
    h('p', {}, h('b', {}, names), `: ${message}.${advice === undefined ? '' : ` ${advice}`}`),
    ...waysOut(choices),
  ])
  return [h('section', { class: 'held' }, h('h2', {}, 'Held: not applied until somebody decides'), ...stops, ...shared)]
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
      {},
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
