import type { Explanation } from '../check/explain.ts'
import { counted, plural } from '../content/counted.ts'
import { isKind } from '../content/kinds.ts'
import { printable, printableName, shortCommit } from '../content/printable.ts'
import { unitInWords } from '../content/unit-words.ts'
import { widgetIn } from '../content/units.ts'
import type { HeldObject, LeftObject, PlannedObject } from '../plan/plan-file.ts'
import { timeText } from '../plan/saved.ts'
import type { StatusObject, TargetStatus, Unreachable } from '../project/status.ts'
import { commandLine } from '../words/commands.ts'
import { fold } from '../words/fold.ts'
import { inColumns } from '../words/lines.ts'
import type { Paint, Style } from '../words/paint.ts'
import { aligned, paintHead } from '../words/table.ts'
import { shortenPath } from '../words/tree.ts'
import { NO_NAMES, namesFor } from '../words/values/line.ts'
import { widgetName } from '../words/values/widget.ts'

type State = StatusObject['state']

/** A column of numbers, and of which state the objects are that are listed below it. */
interface Count {
  readonly head: string
  readonly of: (status: TargetStatus) => number
  readonly state: State
  readonly style?: Style
}

const COUNTS: readonly Count[] = [
  { head: 'failed', of: ({ failed }) => failed, state: 'failed', style: 'removed' },
  { head: 'to apply', of: ({ changes }) => changes, state: 'to apply', style: 'changed' },
  { head: 'held', of: ({ held }) => held, state: 'held', style: 'held' },
  { head: 'UI edits', of: ({ uiEdits }) => uiEdits, state: 'UI edit' },
  { head: 'drafts', of: ({ drafts }) => drafts, state: 'draft' },
]

type Found = TargetStatus | Unreachable

/** Where each target stands: a table, below it what it has no room for, and what to run next. */
export function describeTargets(all: readonly Found[], paint: Paint, width = Number.POSITIVE_INFINITY): string[] {
  const read = all.flatMap((each) => ('error' in each ? [] : [each]))
  const named = read.length > MOST_NAMED_TARGETS ? [] : read
  return [
    ...countsTable(all, paint, width),
    ...read.flatMap(notManaged),
    ...all.flatMap((each) => ('error' in each ? unreachable(each, paint, width) : [])),
    ...named.flatMap((status) => namedObjects(status, all.length > 1, paint, width)),
    ...nextLines(read),
  ]
}

function countsTable(all: readonly Found[], paint: Paint, width: number): string[] {
  const ages = all.map((each) => ('error' in each ? '' : describeAge(each)))
  const table = (hasAges: boolean) =>
    aligned(
      [
        ['target', 'commit', ...COUNTS.map(({ head }) => head)],
        ...all.map((each, at) => [
          printableName(each.target),
          'error' in each ? UNREAD : commitText(each, hasAges ? ages[at] : ''),
          ...COUNTS.map(({ of }) => ('error' in each ? '' : counted(of(each)))),
        ]),
      ],
      new Set(COUNTS.map((_, index) => index + 2)),
    )
  const whole = table(true)
  const isTooWide = whole.some((cells) => cells.join('  ').trimEnd().length > width)
  const lines = (isTooWide ? table(false) : whole).map((cells, row) =>
    cells
      .map((cell, column) => paintCell(paint, cell, row, COUNTS[column - 2]))
      .join('  ')
      .trimEnd(),
  )
  const below = ages.flatMap((age, at) => (age === '' ? [] : [`${printableName(all[at]?.target ?? '')}: ${age}`]))
  return [...lines, ...(isTooWide && below.length > 0 ? ['', ...below] : [])]
}

function paintCell(paint: Paint, cell: string, row: number, count: Count | undefined): string {
  if (row === 0) return paintHead(paint, cell)
  if (cell.startsWith(UNREAD)) return paint('removed', cell)
  if (count !== undefined && cell.trim() === '0') return paint('faint', cell)
  return count?.style === undefined || cell.trim() === '' ? cell : paint(count.style, cell)
}

const commitText = ({ commit }: TargetStatus, age: string | undefined): string =>
  commit === null ? 'never applied' : `${shortCommit(commit)}${age ? `, ${age}` : ''}`

function notManaged({ target, unclaimed, unmanaged }: TargetStatus): string[] {
  const all = unclaimed + unmanaged
  if (all === 0) return []
  const where =
    unclaimed === 0 ? '' : unclaimed === all ? ', in the tree' : `, ${counted(unclaimed)} of them in the tree`
  return [`Not managed in ${printableName(target)}: ${plural(all, 'object')}${where}`]
}

const UNREAD = 'cannot be read'

const unreachable = (
  { target, error: { code, message, hint } }: Unreachable,
  paint: Paint,
  width: number,
): string[] => [
  ...['', paint('strong', printableName(target))],
  ...[`${printable(message)}  ${code}`, printable(hint)].flatMap((text) =>
    fold(text, width - 2)
      .split('\n')
      .map((line) => `  ${line.trimStart()}`),
  ),
]

/** Of more targets, `fleet status` tells. */
const MOST_NAMED_TARGETS = 8
const MOST_NAMED = 5

/** The objects behind the numbers, with why: in one column for all of them. */
function namedObjects({ target, objects }: TargetStatus, saysTarget: boolean, paint: Paint, width: number): string[] {
  const room = Math.max(24, Math.floor((width - LABEL - GAP) / 2))
  const told = COUNTS.flatMap(({ state, style }) => {
    const rows = stateRows(state, objects, target, room)
    return rows.map((row, at) => ({ row, label: at === 0 ? state : '', style }))
  })
  const columns = inColumns(
    told.map(({ row }) => row),
    0,
    GAP,
    WIDEST_NAME,
  )
  const lines = told.map(({ label, style }, at) => {
    const start = label.padEnd(LABEL)
    return `${style && label !== '' ? paint(style, start) : start}${columns[at]}`
  })
  return lines.length === 0 ? [] : ['', ...(saysTarget ? [paint('strong', printableName(target))] : []), ...lines]
}

const LABEL = 10
const GAP = 2
const WIDEST_NAME = 42

function stateRows(state: State, objects: readonly StatusObject[], target: string, room: number): string[][] {
  const own = objects.filter((each) => each.state === state)
  const groups = state === 'to apply' ? withReports(own) : own.map((head) => ({ head, reports: 0 }))
  const shown = groups.slice(0, MOST_NAMED)
  const told = shown.map(({ head: { name, message }, reports }) => {
    const why = `${printableName(message)}${reports === 0 ? '' : `, with ${plural(reports, 'report')}`}`
    return [shortenPath(name, room, ' ... '), why]
  })
  const rest = own.length - shown.reduce((sum, { reports }) => sum + 1 + reports, 0)
  const lists = LISTS[state] ?? ['plan', '-v']
  return rest === 0 ? told : [...told, [`and ${counted(rest)} more:  ${commandLine(...lists, '--target', target)}`]]
}

/** The command that names all of them. */
const LISTS: { readonly [state in State]?: readonly string[] } = {
  ...{ failed: ['plan'], 'to apply': ['plan'], held: ['plan'], 'UI edit': ['status', '--ui-edits'] },
}

/** Dashboards come first. A report that changes with its dashboard is counted there. */
function withReports(own: readonly StatusObject[]) {
  const keys = new Set(own.map(({ key }) => key))
  return own
    .filter(({ within }) => within === undefined || !keys.has(within))
    .toSorted((one, other) => Number(isKind(other.key, 'workbook')) - Number(isKind(one.key, 'workbook')))
    .map((head) => ({ head, reports: own.filter(({ within }) => within === head.key).length }))
}

/** The first of these commands that would do anything, with all targets where it would. */
const NEXT: readonly (readonly [when: (status: TargetStatus) => boolean, words: readonly string[]])[] = [
  [({ failed }) => failed > 0, ['apply']],
  [({ changes, held }) => changes + held > 0, ['plan']],
  [({ uiEdits }) => uiEdits > 0, ['status', '--ui-edits']],
  [({ unclaimed }) => unclaimed > 0, ['adopt']],
]

function nextLines(read: readonly TargetStatus[]): string[] {
  for (const [when, words] of NEXT) {
    const targets = read.filter(when).map(({ target }) => target)
    if (targets.length > 0) return [`Next: ${commandLine(...words, '--target', targets.join(','))}`]
  }
  return []
}

/** How the applied commit relates to this tree. */
function describeAge({ commit, behindBy, aheadBy, changes, held }: TargetStatus): string {
  if (commit === null) return ''
  if (behindBy === null || aheadBy === null) return 'not in this clone'
  const apart = [
    ...(behindBy > 0 ? [`${counted(behindBy)} behind`] : []),
    ...(aheadBy > 0 ? [`${counted(aheadBy)} ahead`] : []),
  ]
  return apart.join(', ') || (changes + held === 0 ? 'up to date' : 'checked out')
}

/** What is known about one object, under its name. */
export function describeObject(each: Explanation, heading: string): string[] {
  const identity = isKind(each.key, 'report') ? 'public id' : isKind(each.key, 'workbook') ? 'slug' : 'name'
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['file', each.file ?? 'none'],
    ['live', liveText(each)],
    [identity, each.identity],
    ['opens at', each.address],
    ['belongs to', each.belongsTo],
    ['owner', each.owner],
    ['code owner', each.codeOwners.join(', ') || undefined],
    ['saved', each.updatedAt === undefined ? undefined : timeText(each.updatedAt)],
    ['left out', each.leftOut],
    ['applied', appliedText(each)],
    ['shows', each.shows.join(', ') || undefined],
    ['shown on', each.shownOn.join(', ') || undefined],
  ]
  const { objects, held, left } = each.planned
  const planned = [
    ...objects.map((found) => whatAndWhy(`${found.action}: ${found.because}`, found)),
    ...held.map((found) => whatAndWhy(`held: ${found.message}`, found)),
    ...left.map((found) => whatAndWhy(`left alone: ${found.message}`, found)),
  ]
  return [
    heading,
    ...rows.flatMap(([label, value]) => (value === undefined ? [] : [`  ${label.padEnd(12)}${value}`])),
    ...(planned.length > 0 ? planned : [each.leftOut === undefined ? 'unchanged' : 'not looked at']).map(
      (line) => `  ${'plan'.padEnd(12)}${line}`,
    ),
  ]
}

/** What happens and why, with the changed units as people call them. */
function whatAndWhy(text: string, { units, names }: PlannedObject | HeldObject | LeftObject): string {
  const known = namesFor(NO_NAMES, { names })
  const words = units.map((each) => {
    const widget = widgetIn(each.unit)
    return widget === undefined ? unitInWords(each) : widgetName(widget, undefined, known)
  })
  return words.length === 0 ? text : `${text} (${words.join(', ')})`
}

function liveText({ live, branch, target, leftOut }: Explanation): string {
  if (branch !== undefined) return `on ${branch} of ${target}`
  if (live !== undefined) return `number ${live} in ${target}`
  return leftOut === undefined ? `not in ${target}` : `not looked at in ${target}`
}

/** Undefined for a folder: only the records of its contents say what was applied. */
function appliedText({ key, applied }: Explanation): string | undefined {
  if (applied !== undefined) return `commit ${shortCommit(applied)}`
  return isKind(key, 'folder') ? undefined : 'never'
}
