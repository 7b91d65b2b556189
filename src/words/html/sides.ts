import { h, type Markup } from '@boardwright/pictures'
import type { HeldObject, HeldUnit, Plan } from '../../plan/plan-file.ts'
import { appliedNote, besideHeld, liveNotes, repoNote, toldSides } from '../held.ts'
import type { ThreeSides } from '../values/held.ts'
import { namesFor, type ShownNames } from '../values/line.ts'
import { withArrows } from './arrow.ts'
import { diffBlock, groupList } from './group.ts'

/** What is held: last applied, in the repo and live, beside each other. Long texts are differences below. */
export function sidesOfHeld(held: HeldObject, plan: Plan, others: ShownNames): (Markup | undefined)[] {
  const names = namesFor(others, held)
  const told = toldSides(held, names)
  const rows = told.flatMap(({ unit, side, name }) => (side?.diff ? [] : [rowOf(name, unit, side, held, plan)]))
  const head = titlesIn(plan).map((text, index) =>
    h('th', { scope: 'col' }, text, index === 1 ? h('small', {}, ` ${repoNote(plan)}`) : undefined),
  )
  return [
    ...(rows.length === 0 ? [] : [h('table', { class: 'three' }, h('tr', {}, h('td'), ...head), ...rows)]),
    ...told.flatMap(({ name, side }) =>
      side?.diff ? [diffBlock(`${name}, from the repo to live`, { mark: '~', subject: name, parts: [], ...side })] : [],
    ),
    ...besideHeld(held, names).flatMap(({ why, changes }) => [
      h('p', { class: 'faint' }, `${why.charAt(0).toUpperCase()}${why.slice(1)}`),
      groupList(changes),
    ]),
  ]
}

const titlesIn = ({ restores }: Plan): readonly [string, string, string] => [
  'last applied',
  restores === undefined ? 'repo' : 'restored',
  'live',
]

function rowOf(name: string, unit: HeldUnit, side: ThreeSides | undefined, held: HeldObject, plan: Plan): Markup {
  const titles = titlesIn(plan)
  const cell = (index: number, text: string, note: string): Markup =>
    h(
      'td',
      { 'data-side': titles[index] ?? '' },
      h('span', {}, ...withArrows(text)),
      ...(note === '' ? [] : [' ', h('small', {}, note)]),
    )
  const cells = side && [
    cell(0, side.base ?? 'not known', side.base === undefined ? '' : appliedNote(unit, held)),
    cell(1, side.repo, ''),
    cell(2, side.live, `(${liveNotes(held, side.edited).join('; ')})`.replace('()', '')),
  ]
  return h('tr', {}, h('th', { scope: 'row' }, name), ...(cells ?? [h('td', { colspan: 3 })]))
}
