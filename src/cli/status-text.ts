import type { Explanation } from '../check/explain.ts'
import { counted, plural } from '../content/counted.ts'
import { isKind } from '../content/kinds.ts'
import { printable, printableName, shortCommit } from '../content/printable.ts'
import { unitInWords } from '../content/unit-words.ts'
import type { TargetStatus, Unreachable } from '../project/status.ts'
import type { Paint, Style } from '../words/paint.ts'
import { aligned, paintHead } from '../words/table.ts'

/** A column of numbers: left out if it is 0 everywhere, unless it says what there is to do. */
interface Count {
  readonly head: string
  readonly of: (status: TargetStatus) => number
  readonly style?: Style
  readonly isKept?: true
}

const COUNTS: readonly Count[] = [
  { head: 'to apply', of: ({ changes }) => changes, style: 'changed', isKept: true },
  { head: 'held', of: ({ held }) => held, style: 'held', isKept: true },
  { head: 'UI edits', of: ({ uiEdits }) => uiEdits },
  { head: 'not managed', of: ({ unclaimed, unmanaged }) => unclaimed + unmanaged },
  { head: 'drafts', of: ({ drafts }) => drafts },
]

/** Where each target stands: a table, and below it what it has no room for. */
export function describeTargets(all: readonly (TargetStatus | Unreachable)[], paint: Paint): string[] {
  const read = all.flatMap((each) => ('error' in each ? [] : [each]))
  const counts = COUNTS.filter(({ of, isKept }) => isKept || read.some((status) => of(status) > 0))
  const rows = read.map((status) => [
    ...[printableName(status.target), status.commit === null ? '' : shortCommit(status.commit)],
    ...counts.map(({ of }) => counted(of(status))),
    describeAge(status),
  ])
  const heads = ['target', 'commit', ...counts.map(({ head }) => head), '']
  return [
    ...(read.length === 0 ? [] : aligned([heads, ...rows], new Set(counts.map((_, index) => index + 2)))).map(
      (cells, row) =>
        cells
          .map((cell, column) => painted(cell, row, counts[column - 2]))
          .join('  ')
          .trimEnd(),
    ),
    ...read.flatMap(({ target, unclaimed }) =>
      unclaimed === 0
        ? []
        : [
            `${counted(unclaimed)} not managed in ${printableName(target)}, but in the tree: boardwright adopt --target ${printableName(target)}`,
          ],
    ),
    ...all.flatMap((each) => ('error' in each ? unreachable(each) : [])),
  ]

  function painted(cell: string, row: number, count: Count | undefined): string {
    if (row === 0) return paintHead(paint, cell)
    return count?.style === undefined || cell.trim() === '0' ? cell : paint(count.style, cell)
  }
  function unreachable({ target, error: { code, message, hint } }: Unreachable): string[] {
    const name = printableName(target)
    const found = `${name}  ${paint('removed', 'cannot be read')}: ${printable(message)}  ${code}`
    return [found, `${' '.repeat(name.length + 2)}${printable(hint)}`]
  }
}

/** How the applied commit relates to this tree. */
function describeAge(status: TargetStatus): string {
  const { notFetched, behindBy, commit } = status
  if (commit === null) return 'never applied'
  const age = describeCommit(status)
  if (notFetched === 0 || behindBy === null) return age
  return `${age}, ${plural(notFetched, 'object')} at commits that this clone does not have (git fetch)`
}

function describeCommit({ behindBy, aheadBy, changes, held }: TargetStatus): string {
  if (behindBy === null || aheadBy === null) return 'a commit that this clone does not have'
  const ahead = `ahead of this tree by ${plural(aheadBy, 'commit')}`
  const level = changes + held === 0 ? 'up to date' : 'not behind'
  if (behindBy === 0) return aheadBy === 0 ? level : ahead
  return `behind by ${plural(behindBy, 'commit')}${aheadBy === 0 ? '' : ` and ${ahead}`}`
}

/** What is known about one object, under its name. */
export function describeObject(each: Explanation, heading: string): string[] {
  const identity = isKind(each.key, 'report') ? 'public id' : 'slug'
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['file', each.file ?? 'none'],
    ['live', liveText(each)],
    [identity, each.identity],
    ['opens at', each.address],
    ['belongs to', each.belongsTo],
    ['owner', each.owner],
    ['code owner', each.codeOwners.join(', ') || undefined],
    ['saved', each.updatedAt],
    ['left out', each.leftOut],
    ['applied', appliedText(each)],
    ['shows', each.shows.join(', ') || undefined],
    ['shown on', each.shownOn.join(', ') || undefined],
  ]
  const { objects, held, left } = each.planned
  const planned = [
    ...objects.map(
      ({ action, because, units }) =>
        `${action}: ${because}${units.length > 0 ? ` (${units.map(unitInWords).join(', ')})` : ''}`,
    ),
    ...held.map(
      ({ message, units }) => `held: ${message}${units.length > 0 ? ` (${units.map(unitInWords).join(', ')})` : ''}`,
    ),
    ...left.map(
      ({ message, units }) =>
        `left alone: ${message}${units.length > 0 ? ` (${units.map(unitInWords).join(', ')})` : ''}`,
    ),
  ]
  return [
    heading,
    ...rows.flatMap(([label, value]) => (value === undefined ? [] : [`  ${label.padEnd(11)}${value}`])),
    ...(planned.length > 0 ? planned : [each.leftOut === undefined ? 'unchanged' : 'not looked at']).map(
      (line) => `  ${'plan'.padEnd(11)}${line}`,
    ),
  ]
}

function liveText({ live, branch, target }: Explanation): string {
  if (branch !== undefined) return `on ${branch} of ${target}`
  return live === undefined ? `not in ${target}` : `number ${live} in ${target}`
}

/** Undefined for a folder: only the records of its contents say what was applied. */
function appliedText({ key, applied }: Explanation): string | undefined {
  if (applied !== undefined) return `commit ${shortCommit(applied)}`
  return isKind(key, 'folder') ? undefined : 'never'
}
