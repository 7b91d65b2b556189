import { printableName } from '../../content/printable.ts'
import { padTo } from '../../picture/width.ts'
import type { HeldObject, HeldReason, Plan } from '../plan-file.ts'
import { heldWords, type ThreeSides } from '../words/held.ts'
import { type Names, namesIn } from '../words/names.ts'
import { allLines } from '../words/object.ts'
import { adoptCommand, applyCommand, exportCommand, removeCommand } from './commands.ts'
import { shortCommit } from './facts.ts'
import { inColumns, limitParts, type Page, writeDiff } from './lines.ts'

/** What is in the way of a held object, and the commands that lead on. Without its own name: that is the caller's line. */
export function heldLines(held: HeldObject, plan: Plan, indent: number, page: Page, names = namesIn(plan)): string[] {
  return [...heldFacts(held, names, indent, page), ...heldCommands(held, plan, indent)]
}

/** The three sides of each unit, and what was edited beside them. */
export function heldFacts(held: HeldObject, names: Names, indent: number, page: Page): string[] {
  const start = ' '.repeat(indent)
  const units = held.units.flatMap((unit) => {
    const { subject, sides } = heldWords(unit, names)
    const shown = sides.slice(0, MOST_SIDES)
    return [
      ...shown.flatMap((each) => [
        `${start}${[subject, each.of].filter((part) => part !== '').join('  ')}`,
        ...sideLines(each, held, indent + 2, page),
      ]),
      ...(sides.length > shown.length ? [`${start}${subject}  and ${sides.length - shown.length} more keys`] : []),
    ]
  })
  const merges = limitParts(
    allLines(held.merges, names).map(({ subject, parts }) => `${subject} ${parts.join(', ')}`),
    4,
  )
  return [...units, ...merges.map((merge) => `${start}also edited in the UI, merges cleanly: ${merge}`)]
}

const MOST_SIDES = 6

function sideLines({ base, repo, live, diff }: ThreeSides, held: HeldObject, indent: number, page: Page): string[] {
  const applied = held.commit === undefined ? '' : `(commit ${shortCommit(held.commit)})`
  const start = ' '.repeat(indent)
  if (diff) {
    return [
      ...(base === undefined ? [`${start}last applied  not known`] : []),
      `${start}from the repo (-) to live (+), ${liveNote(held)}`,
      ...writeDiff(diff, page, indent + 2),
    ]
  }
  return inColumns(
    [
      ['last applied', base ?? 'not known', base === undefined ? '' : applied],
      ['repo', repo, '(this commit)'],
      ['live', live, `(${liveNote(held)})`],
    ].map(([side = '', value = '', note = '']) => [side, padTo(value, 10), note]),
    indent,
    2,
  )
}

/** The platform records an owner and a time, and not who edited. */
const liveNote = ({ updatedAt, owner }: HeldObject): string =>
  [
    'edited in the UI',
    ...(updatedAt === undefined ? [] : [`saved ${timeText(updatedAt)}`]),
    ...(owner === undefined ? [] : [`owner ${printableName(owner)}`]),
  ].join('; ')

const timeText = (iso: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : printableName(iso)

export const heldCommands = (held: HeldObject, plan: Plan, indent: number): string[] =>
  inColumns(
    (COMMANDS[held.reason]?.(held, plan) ?? []).map(([words, command]) => [`${words}:`, command]),
    indent,
    3,
  )

type Choice = readonly [words: string, command: string]
type Choices = (held: HeldObject, plan: Plan) => readonly Choice[]

const takeEdit: Choices = (held, plan) => [
  ['Take the UI edit into git', exportCommand(plan, held)],
  ['Or overwrite this one object', applyCommand(plan, held, '--ui-edits', 'overwrite')],
]
const takeDraft: Choices = (held, plan) => [
  ['Take the draft into git', exportCommand(plan, held, '--drafts')],
  ['Or replace the draft', applyCommand(plan, held, '--ui-edits', 'overwrite')],
]

/** The next command for each reason. For the others the message says what to wait for. */
const COMMANDS: { readonly [reason in HeldReason]?: Choices } = {
  conflict: takeEdit,
  overlap: takeEdit,
  draft: takeDraft,
  'edited-report': takeDraft,
  'deleted-live': (held, plan) => [
    ['Create it again', applyCommand(plan, held, '--ui-edits', 'overwrite')],
    ['Or remove it from the repo', removeCommand(held)],
  ],
  behind: (held, plan) => [
    ['Bring the newer commit into this branch', 'git pull --rebase'],
    ['Or overwrite the newer state', applyCommand(plan, held, '--overwrite-newer')],
  ],
  'commit-unknown': () => [['Fetch the whole history', 'git fetch --unshallow']],
  'edited-orphan': (held, plan) => [
    ['Take it back into git', exportCommand(plan, held)],
    ['Or delete it with its edit', applyCommand(plan, held, '--prune', '--ui-edits', 'overwrite')],
  ],
  unclaimed: (held, plan) => [['Take it over', adoptCommand(plan, held)]],
  'model-unclaimed': (held, plan) => [['Take the data model over', applyCommand(plan, held, '--adopt-model')]],
}
