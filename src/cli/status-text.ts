import type { Explanation } from '../check/explain.ts'
import { counted, plural } from '../content/counted.ts'
import { isKind } from '../content/kinds.ts'
import { printable, shortCommit } from '../content/printable.ts'
import type { TargetStatus, Unreachable } from '../project/status.ts'

/** Where a target stands, on a line. */
export function describeTarget(status: TargetStatus | Unreachable): string {
  if ('error' in status)
    return printable(
      `${status.target}  cannot be read: ${status.error.message}  ${status.error.code}\n  ${status.error.hint}`,
    )
  const { target, commit, changes, held, uiEdits, unclaimed, unmanaged, drafts } = status
  const applied = commit === null ? 'never applied' : `at ${shortCommit(commit)}, ${describeAge(status)}`
  const counts = [
    `${plural(changes, 'change')} to apply`,
    `${counted(held)} held`,
    `${plural(uiEdits, 'UI edit')} left alone`,
    `${unclaimed + unmanaged} not managed${unclaimed === 0 ? '' : ` (${unclaimed} of them in the tree: boardwright adopt --target ${target})`}`,
    `${plural(drafts, 'draft')} in progress`,
  ]
  return printable(`${target}  ${applied}; ${counts.join(', ')}`)
}

/** Says how the applied commit relates to this tree. */
function describeAge(status: TargetStatus): string {
  const { notFetched, behindBy } = status
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
        `${action}: ${because}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
    ),
    ...held.map(
      ({ message, units }) =>
        `held: ${message}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
    ),
    ...left.map(
      ({ message, units }) =>
        `left alone: ${message}${units.length > 0 ? ` (${units.map(({ unit }) => unit).join(', ')})` : ''}`,
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
