import { padTo } from '@boardwright/pictures'
import { counted } from '../content/counted.ts'
import { shortCommit } from '../content/printable.ts'
import type { CommonPlan, HeldObject, HeldUnit, UnitChange } from '../plan/plan-file.ts'
import { savedNotes } from '../plan/saved.ts'
import { choicesFor, type WayOut } from './held-choices.ts'
import { inColumns, limitParts, type Page, writeDiff } from './lines.ts'
import { heldWords, type ThreeSides } from './values/held.ts'
import { markedParts, namesFor, namesIn, type ShownNames } from './values/line.ts'
import { allLines } from './values/object.ts'

/** What is in the way of a held object, and which commands help. The caller prints its name. */
export function heldLines(
  held: HeldObject,
  plan: CommonPlan,
  indent: number,
  page: Page,
  names = namesIn(plan),
): string[] {
  return [...heldFacts(held, plan, names, indent, page), ...heldCommands(held, plan, indent)]
}

/** All three sides of each unit, and the UI edits next to them. */
export function heldFacts(
  held: HeldObject,
  plan: CommonPlan,
  others: ShownNames,
  indent: number,
  page: Page,
): string[] {
  const names = namesFor(others, held)
  const start = ' '.repeat(indent)
  const units = held.units.flatMap((unit) => {
    const { subject, sides } = heldWords(unit, names)
    const shown = sides.slice(0, MOST_SIDES)
    return [
      ...shown.flatMap((each) => [
        `${start}${[unit.unit === 'layout' && each.of !== '' ? '' : subject, each.of].filter((part) => part !== '').join('  ')}`,
        ...sideLines(unit, each, held, plan, indent + 2, page),
      ]),
      ...(sides.length > shown.length
        ? [`${start}${subject}  and ${counted(sides.length - shown.length)} more keys`]
        : []),
    ]
  })
  const beside = besideHeld(held, names).flatMap(({ why, changes }) =>
    changes.map((change, index) => `${start}${index === 0 ? why : ' '.repeat(why.length)} ${change}`),
  )
  return [...units, ...beside]
}

/** What waits with it, and what would be merged. `names` are those for its widgets. */
export function besideHeld(
  held: HeldObject,
  names: ShownNames,
): readonly { readonly why: string; readonly changes: readonly string[] }[] {
  const beside = (units: readonly UnitChange[], why: string) => {
    const changes = allLines(units, names).map((line) =>
      [line.subject, markedParts(line).join(', ')].join(' ').trimEnd(),
    )
    return units.length === 0 ? [] : [{ why: `${why}:`, changes: limitParts(changes, MOST_BESIDE) }]
  }
  return [
    ...beside(held.alsoHeld ?? [], whyAlsoHeld(held)),
    ...beside(held.merges, 'also edited in the UI, merges cleanly'),
  ]
}

export const appliedNote = ({ baseIsOlder }: HeldUnit, { commit }: HeldObject): string =>
  baseIsOlder || commit === undefined ? '' : `(commit ${shortCommit(commit)})`

const MOST_BESIDE = 4

export const whyAlsoHeld = ({ units }: HeldObject): string =>
  units.length === 0 ? 'changed in the repo, waits' : 'also changed in the repo, waits with it'

const MOST_SIDES = 6

/** Each value that is held, with its name. Of those that are only counted, there is no side. */
export const toldSides = (
  { units }: HeldObject,
  names: ShownNames,
): readonly { readonly unit: HeldUnit; readonly side: ThreeSides | undefined; readonly name: string }[] =>
  units.flatMap((unit) => {
    const { subject, sides } = heldWords(unit, names)
    const more = sides.length - MOST_SIDES
    return [
      ...sides.slice(0, MOST_SIDES).map((side) => ({ unit, side, name: nameOfSide(unit, subject, side) })),
      ...(more > 0 ? [{ unit, side: undefined, name: `${subject}: and ${counted(more)} more keys` }] : []),
    ]
  })

const nameOfSide = ({ unit }: HeldUnit, subject: string, { of }: ThreeSides): string =>
  [unit === 'layout' && of !== '' ? '' : subject, of].filter((part) => part !== '').join(', ')

/** One side of a value that is held. */
export interface SideCell {
  readonly title: string
  readonly text: string
  /** In brackets, or empty. */
  readonly note: string
}

export const sideCells = (
  unit: HeldUnit,
  { base, repo, live, edited }: ThreeSides,
  held: HeldObject,
  plan: CommonPlan,
): readonly SideCell[] => [
  { title: 'last applied', text: base ?? 'not known', note: base === undefined ? '' : appliedNote(unit, held) },
  { title: plan.restores === undefined ? 'repo' : 'restored', text: repo, note: repoNote(plan) },
  { title: 'live', text: live, note: inBrackets(liveNotes(held, edited)) },
]

function sideLines(
  unit: HeldUnit,
  side: ThreeSides,
  held: HeldObject,
  plan: CommonPlan,
  indent: number,
  page: Page,
): string[] {
  const start = ' '.repeat(indent)
  const { base, edited, diff } = side
  if (diff) {
    return [
      ...(base === undefined ? [`${start}last applied  not known`] : []),
      `${start}${['from the repo (-) to live (+)', ...liveNotes(held, edited)].join(', ')}`,
      ...writeDiff(diff, page, indent + 2),
    ]
  }
  return inColumns(
    sideCells(unit, side, held, plan).map(({ title, text, note }) => [title, padTo(text, 10), note]),
    indent,
    2,
  )
}

export const repoNote = ({ commit, dirty, promotion, restores }: CommonPlan): string => {
  if (restores !== undefined) return '(what the run replaced)'
  if (promotion) return `(from ${promotion.from})`
  return commit === null || dirty ? '(the files here)' : '(this commit)'
}

export const liveNotes = (held: HeldObject, edited: boolean | undefined): string[] =>
  edited === false ? ['as last applied'] : [...(edited ? ['edited in the UI'] : []), ...savedNotes(held)]

const inBrackets = (notes: readonly string[]): string => (notes.length === 0 ? '' : `(${notes.join('; ')})`)

export const heldCommands = (held: HeldObject, plan: CommonPlan, indent: number): string[] =>
  choiceLines(choicesFor(held, plan), indent)

export const choiceLines = (choices: readonly WayOut[], indent: number): string[] =>
  inColumns(
    choices.map(([words, command]) => [`${words}:`, command]),
    indent,
    3,
  )
