import type { BoardwrightError, ErrorName } from '@boardwright/common'
import { counted, plural } from '../content/counted.ts'
import { isKind, KINDS } from '../content/kinds.ts'
import { printableName, shortCommit, titleText } from '../content/printable.ts'
import { accepts } from '../plan/accept.ts'
import { fullName } from '../plan/naming.ts'
import type { Plan } from '../plan/plan-file.ts'
import type { Applied, Result } from '../project/apply.ts'
import { belowLabel, labelled } from '../words/paint.ts'
import { countsText } from './counts.ts'

/**
 * Describes how a run ended: what failed and why, what is held, what viewers see, what is done and what is left, and
 * the command to run next.
 */
export async function* describeEnding({
  plan,
  result,
  why,
  exit,
  journal,
  journalEnded,
}: Applied): AsyncGenerator<string> {
  if (why === 'declined') yield 'Nothing was applied.'
  if (why === 'stopped') yield `Nothing was applied: the plan is stopped. Exit ${exit}.`
  if (!result) return
  yield ''
  yield* failuresOf(result)
  if (plan.held.length > 0) {
    const { renderHeldEnding } = await import('../words/index.ts')
    yield* renderHeldEnding(plan)
  }
  yield* writtenLines(plan, result)
  const isWhole = result.failed.length === 0 && !result.interrupted && result.left.length === 0
  if (result.slipped.length > 0) yield slippedLine(plan.target.name)
  if (!isWhole) yield viewersLine(result)
  yield isWhole && plan.held.length > 0 ? labelled('applied', othersLine(result)) : labelled('Done', doneLine(result))
  if (!isWhole) yield* nextLines(plan, result)
  if (result.review.length > 0) {
    const { reviewLines } = await import('../words/index.ts')
    yield* reviewLines(plan, new Set(result.review.map(({ key }) => key)))
  }
  const { branch, branchFrom } = plan.target
  if (branchFrom !== undefined && result.viewers.newModel) yield `The branch ${branch} is new: made from ${branchFrom}.`
  const where = journal === undefined ? '' : ` Journal: ${journal}`
  if (journalEnded !== undefined) yield `The journal of this run is incomplete: ${journalEnded}`
  yield `${countsLine(plan, result, exit)}.${where}`
}

/** What the platform did not publish without a review is held, although the plan could not know. */
export function countsLine({ held }: Plan, { applied, counts, failed, review }: Result, exit: number): string {
  const waiting = new Set<string>([...held, ...review].map(({ key }) => key))
  const failures = failed.length > 0 ? `, ${counted(failed.length)} failed` : ''
  const deleted = counts.deleted.done
  const deletes = deleted > 0 ? `, ${counted(deleted)} of them deleted` : ''
  return `${counted(applied.length)} applied${deletes}${failures}, ${counted(waiting.size)} held. Exit ${exit}`
}

/** Objects that failed in the same way share one line, which names the first of them. */
function* failuresOf({ failed, review, slipped, shown, skipped, interrupted, timedOut }: Result): Generator<string> {
  for (const [index, { verb, title, detail, error }] of failed.entries()) {
    const isAlike = (each: Result['failed'][number]): boolean =>
      SHARED.has(error.kind) && each.error.kind === error.kind
    if (failed.findIndex(isAlike) < index && SHARED.has(error.kind)) continue
    const others = failed.slice(index + 1).filter(isAlike)
    const request = error.http?.requestId === undefined ? '' : ` (request ${error.http.requestId})`
    const more = others.length > 0 ? `, and ${plural(others.length, 'step')} more for the same reason` : ''
    yield labelled(
      'FAILED',
      `${verb} ${titleText(title)}${detail ? ` (${detail})` : ''}: ${error.message}${request}${more}   ${error.code}`,
    )
  }
  if (interrupted && (timedOut || failed.length === 0)) {
    yield labelled(
      'STOPPED',
      `${timedOut ? 'because time ran out' : 'by Ctrl-C'}: the writes in progress were finished`,
    )
  }
  for (const { title, what } of slipped) {
    yield labelled(
      'SLIPPED IN',
      `${titleText(title)} was published with changes that this plan did not name: ${what.join(', ')}`,
    )
  }
  for (const { title, where } of shown) {
    yield labelled(
      'SLIPPED IN',
      `${titleText(title)} was deleted right after somebody put it on "${printableName(where)}": git revert, then apply, brings it back`,
    )
  }
  for (const { title } of review) {
    yield labelled('REVIEW', `${titleText(title)}: the platform wants a review before it is published`)
  }
  if (skipped.length > 0) yield `Skipped ${plural(skipped.length, 'step')} that depend on what failed`
}

const slippedLine = (target: string): string =>
  `Viewers see that now. boardwright status --ui-edits --target ${target} shows it and how to take it into git; --accept ui-edits replaces it.`

/** Errors that would affect every request. */
const SHARED: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'UNREACHABLE', 'INTERRUPTED', 'TOKEN_INVALID'])

function othersLine({ applied, published }: Result): string {
  const counts = KINDS.map((kind) => [kind, applied.filter((key) => isKind(key, kind)).length] as const)
  const list = countsText(Object.fromEntries(counts.filter(([, count]) => count > 0)))
  if (applied.length === 0) return 'nothing else: all other objects match already'
  return `${plural(applied.length, 'other object')} (${list}), ${counted(published.length)} published`
}

const MOST_WRITTEN = 10

/** What succeeded, by name: dashboards first, with the version that viewers see now and where to look at it. */
function* writtenLines({ objects }: Plan, { applied, published }: Result): Generator<string> {
  const done = new Set<string>(applied)
  const versions = new Map<string, Result['published'][number]>(published.map((each) => [each.key, each]))
  const written = objects.filter(({ key, action }) => versions.has(key) || (done.has(key) && action !== 'publish'))
  const heads = written.filter(({ within }) => !written.some(({ key }) => key === within))
  const inTurn = heads.toSorted((one, other) => Number(versions.has(other.key)) - Number(versions.has(one.key)))
  for (const { key, title, action } of inTurn.slice(0, MOST_WRITTEN)) {
    const inside = written.filter(({ within }) => within === key).length
    const name = `${fullName({ key, title })}${inside === 0 ? '' : `, with ${plural(inside, 'report')}`}`
    const { version, address } = versions.get(key) ?? {}
    if (version === undefined) yield labelled(WRITTEN[action], name)
    else yield labelled('published', [name, `version ${counted(version)}`, address ?? []].flat().join('    '))
  }
  const more = inTurn.length - MOST_WRITTEN
  if (more > 0) yield belowLabel(`and ${counted(more)} more`)
}

const WRITTEN = { create: 'created', update: 'updated', publish: 'published', delete: 'deleted' } as const

/** If something has to be fixed first, its hint comes before the command. */
function* nextLines(plan: Plan, { counts, viewers, failed, review, left: all }: Result): Generator<string> {
  const waiting = new Set(review.map(({ key }) => key))
  const left = all.filter(({ phase, key }) => phase !== 'publish' || !waiting.has(key))
  if (all.length > 0 && left.length === 0) return
  const first = failed.find(({ error }) => isLasting(error))?.error.hint
  const hasWritten = viewers.newModel || Object.values(counts).some(({ done }) => done > 0)
  const steps =
    left.length === 0 ? 'rest' : `${plural(left.length, 'step')} that ${left.length === 1 ? 'is' : 'are'} left`
  const does = isOvertaken(failed) ? 'plans with what is live then, and does what is still to do' : `does the ${steps}`
  if (first !== undefined) yield labelled('Next', first.replace(', then run the same command again.', '.'))
  const again = `the same command again: it ${does}.${hasWritten ? wayBack(plan) : ''}`
  yield first === undefined ? labelled('Next', `run ${again}`) : belowLabel(`Then run ${again}`)
}

/** The command that reverts every commit since the one applied before. */
function wayBack({ commit, applied, promotion, inputs }: Plan): string {
  if (commit === null || applied === null || applied === commit || accepts(inputs, 'newer')) return ''
  const then = promotion ? `apply that to ${promotion.from}, and promote it` : 'then apply'
  return ` To go back: git revert ${shortCommit(applied)}..${shortCommit(commit)}, ${then}.`
}

/** Whether somebody else wrote, and maybe published, an object of this plan. The rest of the plan may be done or out of date. */
const isOvertaken = (failed: Result['failed']): boolean =>
  failed.some(({ error }) => error.kind === 'CONFLICT' && !isLasting(error))

/** Whether the next run fails in the same way unless somebody does what the hint says. A conflict without a hint of its own passes. */
const isLasting = ({ kind, isHintOfKind }: BoardwrightError): boolean =>
  LASTING.has(kind) || (kind === 'CONFLICT' && !isHintOfKind)

const LASTING: ReadonlySet<ErrorName> = new Set<ErrorName>([
  ...(['UNAUTHORIZED', 'FORBIDDEN', 'TOKEN_INVALID', 'REJECTED'] as const),
  ...(['MODEL_INVALID', 'MODEL_ROUTE_REFUSED', 'MODEL_BRANCH_LOCKED', 'MODEL_SESSION_OPEN'] as const),
  ...(['MODEL_LEFTOVERS', 'MODEL_CONFLICT', 'MODEL_MERGE_CONFLICT', 'MODEL_BUILD_FAILED'] as const),
  ...(['MODEL_BUILD_ENDLESS', 'MODEL_BRANCH_GONE', 'MODEL_BRANCH_FOREIGN'] as const),
])

function viewersLine({ failed, viewers: { see, old, newModel } }: Result): string {
  const model = newModel ? ' on the new data model' : ''
  const names = old.map(({ title }) => titleText(title)).join(', ')
  if (isOvertaken(failed) && old.length > 0) {
    return see === 'old'
      ? `This run published no dashboard${newModel ? ', and viewers see the new data model' : ''}.`
      : `This run did not publish ${names}. Viewers see the new version of all others${model}.`
  }
  switch (see) {
    case 'none':
      return newModel ? 'Viewers see the old dashboards on the new data model.' : 'Viewers see what they saw before.'
    case 'old':
      return `Viewers see the old version of every dashboard${model}.`
    case 'new':
      return 'Viewers see the new version of every dashboard.'
    default:
      return `Viewers see the old version of ${names}${model}, and the new one of all others.`
  }
}

/** `tenantGroups` is `tenant groups`. */
const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function doneLine({ counts, viewers }: Result): string {
  const parts = Object.entries(counts)
    .filter(([, { total }]) => total > 0)
    .map(([name, { done, total }]) =>
      done === total ? `${inWords(name)} ${counted(done)}` : `${inWords(name)} ${counted(done)} of ${counted(total)}`,
    )
  const model = viewers.newModel ? ['data model written'] : []
  return [...model, ...parts].join(', ') || 'nothing to change: what is live matched already, and that is recorded now'
}
