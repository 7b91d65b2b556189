import type { BoardwrightError, ErrorName } from '@boardwright/common'
import { counted, someOf } from '../content/counted.ts'
import { shortCommit, titleText } from '../content/printable.ts'
import { accepts } from '../plan/accept.ts'
import type { Plan } from '../plan/plan-file.ts'
import type { Result } from '../project/apply.ts'
import { goOnCommand } from '../words/commands.ts'
import { belowLabel, labelled } from '../words/paint.ts'

/**
 * What viewers see after a run that did not finish. Other runs published dashboards too, so this speaks only of those
 * that this one was to publish.
 */
export function* viewersLines(
  plan: Plan,
  { failed, published, viewers: { old, newModel } }: Result,
): Generator<string> {
  const isNew = new Set(plan.objects.flatMap(({ key, publish }) => (publish?.from === null ? key : [])))
  const of = (dashboards: readonly { readonly title: readonly string[] }[]): string =>
    someOf(dashboards.map(({ title }) => titleText(title)))
  if (isOvertaken(failed) && old.length > 0) yield `This run did not publish ${of(old)}.`
  else {
    const versions = old.filter(({ key }) => !isNew.has(key))
    const firsts = old.filter(({ key }) => isNew.has(key))
    const unsure = new Set(
      failed.flatMap(({ key, verb, error }) => (verb === 'publish' && error.http?.ambiguous ? [key] : [])),
    )
    const [maybe, surely] = [true, false].map((isUnsure) => versions.filter(({ key }) => unsure.has(key) === isUnsure))
    if (surely?.length) yield `Viewers see the old version of ${of(surely)}.`
    if (maybe?.length) yield `Viewers see the old version of ${of(maybe)}, or the new one.`
    if (firsts.length > 0) yield `Viewers do not see ${of(firsts)} yet.`
    if (old.length === 0 && published.length > 0) yield `Viewers see the new version of ${of(published)}.`
    if (old.length + published.length === 0) yield 'No dashboard was to be published.'
  }
  if (newModel) yield 'Viewers see all dashboards on the new data model.'
}

/** What to do about the failure, if the next run would fail in the same way, then the command for the rest. */
export function* nextLines(plan: Plan, result: Result): Generator<string> {
  const { counts, viewers, failed, review, left: all } = result
  const waiting = new Set(review.map(({ key }) => key))
  const left = all.filter(({ phase, key }) => phase !== 'publish' || !waiting.has(key))
  if (all.length > 0 && left.length === 0) return
  const first = failed.find(({ error }) => isLasting(error))
  const hasWritten = viewers.newModel || Object.values(counts).some(({ done }) => done > 0)
  const { length } = left
  const steps = length === 0 ? 'the rest' : length === 1 ? 'the step that is left' : `the ${counted(length)} steps left`
  const goOn = isOvertaken(failed) ? 'Plan with what is live now, and do what is still to do' : `Do ${steps}`
  const lines = [
    ...(first ? [remedyFor(plan, first)] : []),
    `${first ? `Then ${goOn.charAt(0).toLowerCase()}${goOn.slice(1)}` : goOn}:  ${goOnCommand(plan)}`,
    ...(hasWritten ? wayBack(plan) : []),
  ]
  for (const [index, line] of lines.entries()) yield index === 0 ? labelled('Next', line) : belowLabel(line)
}

/** The general hint for a refusal does not know what was refused. What a restore writes is in no file. */
function remedyFor({ objects, restores, promotion }: Plan, { key, error }: Result['failed'][number]): string {
  if (error.kind !== 'REJECTED' || !error.isHintOfKind)
    return error.hint.replace(', then run the same command again.', '.')
  const file = restores === undefined ? objects.find((each) => each.key === key)?.file : undefined
  if (file === undefined) return 'Change on the platform what its answer names.'
  const then = promotion ? `, commit it, and apply that to ${promotion.from}` : ', and commit it'
  return `Change in ${file} what the answer names${then}.`
}

/** The command that reverts every commit since the one applied before. */
function wayBack({ commit, applied, promotion, inputs }: Plan): string[] {
  if (commit === null || applied === null || applied === commit || accepts(inputs, 'newer')) return []
  const then = promotion ? `, apply that to ${promotion.from}, and promote it` : ', and apply that'
  return [`Or go back${then}:  git revert ${shortCommit(applied)}..${shortCommit(commit)}`]
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
