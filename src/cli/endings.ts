import { EXIT } from '@boardwright/common'
import { counted, listed, plural } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind } from '../content/kinds.ts'
import { printableName, titleText } from '../content/printable.ts'
import { fullName } from '../plan/naming.ts'
import type { Plan, PlannedObject } from '../plan/plan-file.ts'
import type { Applied, Result, Verb } from '../project/apply.ts'
import { countedByNoun } from '../words/facts.ts'
import { belowLabel, labelled, labelledWith, type Style } from '../words/paint.ts'
import { failedLines } from './failed-lines.ts'
import { nextLines, viewersLines } from './what-next.ts'

/**
 * Describes how a run ended: what failed and why, what is held, what is done, what viewers see, what is left, and the
 * command to run next.
 */
export async function* describeEnding({ plan, result, journal, journalEnded }: Applied): AsyncGenerator<string> {
  if (!result) return
  yield* paragraph(failuresOf(plan, result))
  if (plan.held.length > 0) {
    const { renderHeldEnding } = await import('../words/index.ts')
    yield* paragraph(renderHeldEnding(plan))
  }
  yield ''
  yield* writtenLines(plan, result)
  const isWhole = result.failed.length === 0 && !result.interrupted && result.left.length === 0
  yield* labelledWith(
    isWhole ? 'Done' : 'Written',
    doneLine(plan, result),
    ...(isWhole ? [] : viewersLines(plan, result)),
  )
  if (!isWhole) yield* nextLines(plan, result)
  if (result.review.length > 0) {
    const { reviewLines } = await import('../words/index.ts')
    yield* reviewLines(plan, new Set(result.review.map(({ key }) => key)))
  }
  const { branch, branchFrom } = plan.target
  if (branchFrom !== undefined && result.viewers.newModel) yield `The branch ${branch} is new: made from ${branchFrom}.`
  if (journalEnded !== undefined) yield `The journal of this run is incomplete: ${journalEnded}`
  if (journal !== undefined) yield labelled('Journal', journal)
}

/** What somebody agrees to, who gets it, and what stays: `Publish 2 dashboards (2 scheduled emails) in production?`. */
export function questionOf({ objects, held, target }: Plan): string {
  const published = objects.filter(({ publish }) => publish)
  const shown = new Set<string>(published.map(({ key }) => key))
  const others = objects.filter(
    ({ key, within = '', action }) => action !== 'delete' && !shown.has(key) && !shown.has(within),
  )
  const parts: readonly (readonly [verb: string, count: number, noun: string, more: string])[] = [
    ['publish', published.length, 'dashboard', reachOf(published)],
    ['change', others.length, published.length > 0 ? 'other object' : 'object', ''],
    ['delete', objects.filter(({ action }) => action === 'delete').length, 'object', ''],
  ]
  const told = parts.flatMap(([verb, count, noun, more]) =>
    count > 0 ? [`${verb} ${plural(count, noun)}${more}`] : [],
  )
  const what = told.length === 0 ? 'apply this' : listed(told)
  const stays = held.length === 0 ? '' : ` ${counted(held.length)} ${held.length === 1 ? 'stays' : 'stay'} held.`
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} in ${target.name}?${stays}`
}

/** Who gets what is published, as far as this key may see it. */
function reachOf(published: readonly PlannedObject[]): string {
  const sum = (of: 'notifications' | 'tenants'): number =>
    published.reduce((all, { publish }) => all + (publish?.notice[of] ?? 0), 0)
  const parts = [[sum('notifications'), 'scheduled email'] as const, [sum('tenants'), 'embedded tenant'] as const]
  const told = parts.flatMap(([count, noun]) => (count > 0 ? [plural(count, noun)] : []))
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}

/** What a run came to, on its last line. */
export function lastLineOf({ plan, result, why, exit }: Applied): string | undefined {
  if (result) return `${countsLine(plan, result, exit)}.`
  if (why === 'declined') return 'Nothing was applied.'
  return why === 'stopped' ? `Nothing was applied: the plan is stopped. Exit ${exit}.` : undefined
}

/** For somebody who would like to look at what was published. */
export const addressHint = ({ result, planned }: Applied): string[] =>
  (result?.published.length ?? 0) > 0 && planned.target.links === undefined
    ? ['To see the address of each published dashboard here, add `links:` to boardwright.yaml.']
    : []

export const styleOf = (exit: number): Style => (exit === EXIT.done ? 'added' : exit === EXIT.held ? 'held' : 'removed')

/** With an empty line before it, if it says anything. */
function* paragraph(lines: Iterable<string>): Generator<string> {
  const all = [...lines]
  if (all.length > 0) yield* ['', ...all]
}

/** What the platform did not publish without a review is held, although the plan could not know. */
export function countsLine({ held }: Plan, { applied, counts, failed, review }: Result, exit: number): string {
  const waiting = new Set<string>([...held, ...review].map(({ key }) => key))
  const deleted = counts.deleted.done
  const deletes = deleted > 0 ? `, ${counted(deleted)} of them deleted` : ''
  const done =
    failed.length > 0
      ? `${stepsDone(counts)}, ${counted(failed.length)} failed`
      : `${counted(applied.length)} applied${deletes}`
  return `${done}, ${counted(waiting.size)} held. Exit ${exit}`
}

/** An object that is written and not published is not applied, but more than nothing. */
function stepsDone(counts: Result['counts']): string {
  const sum = (of: 'done' | 'total'): number => Object.values(counts).reduce((all, count) => all + count[of], 0)
  return `${counted(sum('done'))} of ${plural(sum('total'), 'step')} done`
}

/** Steps that failed for the same cause share it. */
function* failuresOf(
  { target }: Plan,
  { failed, review, slipped, shown, skipped, interrupted, timedOut }: Result,
): Generator<string> {
  for (const alike of groupBy(failed, causeOf).values()) {
    const [first] = alike
    if (!first) continue
    const names = alike.slice(0, MOST_FAILED).map(triedName)
    const more = alike.length - names.length
    yield* failedLines([...names, ...(more > 0 ? [`and ${plural(more, 'step')} more`] : [])], first.error)
  }
  if (interrupted && (timedOut || failed.length === 0)) {
    yield labelled(
      'STOPPED',
      `${timedOut ? 'because time ran out' : 'by Ctrl-C'}: the writes in progress were finished`,
    )
  }
  for (const [index, { title, what }] of slipped.entries()) {
    yield* labelledWith(
      'SLIPPED IN',
      `publish ${titleText(title)}`,
      `it was published with changes that this plan did not name: ${what.join(', ')}`,
      ...(index === slipped.length - 1 ? [slippedLine(target.name)] : []),
    )
  }
  for (const { title, where } of shown) {
    yield* labelledWith(
      'SLIPPED IN',
      `delete ${titleText(title)}`,
      `it was deleted right after somebody put it on "${printableName(where)}": git revert, then apply, brings it back`,
    )
  }
  for (const { title } of review) {
    yield* labelledWith('REVIEW', `publish ${titleText(title)}`, 'the platform wants a review before it is published')
  }
  if (skipped.length > 0) yield `Skipped ${plural(skipped.length, 'step')} that depend on what failed`
}

/** What a step was about to do, in the words of the plan. */
const TRIED: Readonly<Record<Verb, string>> = {
  ...{ create: 'create', update: 'update', publish: 'publish', delete: 'delete' },
  ...{ open: 'begin', draft: 'write dashboard', share: 'embed', record: 'record', look: 'look at' },
}

const slippedLine = (target: string): string =>
  `Viewers see that now. boardwright status --ui-edits --target ${target} shows it and how to take it into git; --accept ui-edits replaces it.`

type Failed = Result['failed'][number]

const MOST_FAILED = 10

function triedName({ verb, key, title, detail }: Failed): string {
  const name = isKind(key, 'model') ? titleText(title) : fullName({ key, title })
  return `${TRIED[verb]} ${name}${detail ? ` (${detail})` : ''}`
}

const causeOf = (failed: Failed): unknown => {
  const { kind, http } = failed.error
  return SHARED.has(kind) ? `${kind} ${http?.status}` : failed
}

/** What is wrong with the platform, the way to it or the key, and not with one object. */
const SHARED: ReadonlySet<string> = new Set([
  ...['UNAUTHORIZED', 'UNREACHABLE', 'INTERRUPTED', 'TOKEN_INVALID'],
  ...['SERVER_FAILED', 'RATE_LIMITED', 'TIMED_OUT'],
])

const MOST_WRITTEN = 10

/** What succeeded, by name: dashboards first, with the version that viewers see now and where to look at it. */
function* writtenLines({ objects }: Plan, { applied, published }: Result): Generator<string> {
  const done = new Set<string>(applied)
  const versions = new Map<string, Result['published'][number]>(published.map((each) => [each.key, each]))
  const written = objects.filter(({ key, action }) => versions.has(key) || (done.has(key) && action !== 'publish'))
  const heads = written.filter(({ within }) => !written.some(({ key }) => key === within))
  const groups = groupBy(heads, ({ key, within, action }) => (within === undefined ? key : `${action} ${within}`))
  const told = [...groups.values()].flatMap(([head, ...alike]) => (head ? [{ head, alike }] : []))
  const inTurn = told.toSorted((a, b) => Number(versions.has(b.head.key)) - Number(versions.has(a.head.key)))
  for (const { head, alike } of inTurn.slice(0, MOST_WRITTEN)) {
    const inside = written.filter(({ within }) => within === head.key)
    const whole = `${fullName(head)}${inside.length === 0 ? '' : `, with ${countedByNoun(inside)}`}`
    const name = alike.length === 0 ? whole : togetherName(head, alike)
    const { version, address } = versions.get(head.key) ?? {}
    if (version === undefined) yield labelled(WRITTEN[head.action], name)
    else yield* labelledWith('published', `${name}    version ${counted(version)}`, ...(address ? [address] : []))
  }
  const more = inTurn.length - MOST_WRITTEN
  if (more > 0) yield belowLabel(`and ${counted(more)} more`)
}

/** `4 reports of Sales / Revenue overview`. */
const togetherName = (head: PlannedObject, alike: readonly PlannedObject[]): string =>
  `${countedByNoun([head, ...alike])} of ${titleText(head.title.slice(0, -1))}`

const WRITTEN = { create: 'created', update: 'updated', publish: 'published', delete: 'deleted' } as const

/** `tenantGroups` is `tenant groups`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function doneLine({ held }: Plan, { counts, viewers }: Result): string {
  const parts = Object.entries(counts)
    .filter(([, { total }]) => total > 0)
    .map(([name, { done, total }]) =>
      done === total ? `${inWords(name)} ${counted(done)}` : `${inWords(name)} ${counted(done)} of ${counted(total)}`,
    )
  const model = viewers.newModel ? ['data model written'] : []
  const done = [...model, ...parts].join(', ')
  if (done !== '') return done
  return held.length > 0
    ? 'nothing: all other objects match already'
    : 'nothing to change: what is live matched already, and that is recorded now'
}
