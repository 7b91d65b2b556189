import type { Applied, Result } from '../sync/apply.ts'
import { describeReading, secondsText } from './plans.ts'
import { plural } from './problems.ts'

/**
 * How a run ended: what failed and why, what viewers see now, what is done, what the next run will do, the command to
 * type.
 */
export function* describeEnding({ plan, result, why, exit, journal }: Applied): Generator<string> {
  if (why === 'declined') yield 'Nothing was applied.'
  if (why === 'stopped') yield `Nothing was applied: the plan is stopped. Exit ${exit}.`
  if (!result) return
  for (const { verb, title, detail, error } of result.failed) {
    const request = error.http?.requestId === undefined ? '' : ` (request ${error.http.requestId})`
    yield `FAILED  ${verb} ${title.join(' / ')}${detail ? ` (${detail})` : ''}: ${error.message}${request}   ${error.code}`
  }
  for (const { title } of result.review)
    yield `REVIEW  ${title.join(' / ')}: the platform wants a review before it is published`
  if (result.skipped.length > 0) yield `Skipped ${plural(result.skipped.length, 'step')} that depend on what failed`
  const isWhole = result.failed.length === 0 && !result.interrupted && result.left.length === 0
  if (!isWhole) yield viewersLine(result)
  yield `Done    ${doneLine(result)}`
  if (!isWhole) {
    const back = plan.commit === null ? '' : ` To go back: git revert ${plan.commit.slice(0, 7)}, then apply.`
    yield `Next    run the same command again: it does the ${plural(result.left.length, 'step')} that ${result.left.length === 1 ? 'is' : 'are'} left.${back}`
  }
  yield `${result.applied.length} applied, ${plan.summary.held} held. Exit ${exit}.${journal === undefined ? '' : ` Journal: ${journal}`}`
}

function viewersLine({ viewers: { see, old, newModel } }: Result): string {
  const model = newModel ? ' on the new data model' : ''
  switch (see) {
    case 'none':
      return newModel ? 'Viewers see the old dashboards on the new data model.' : 'Viewers see what they saw before.'
    case 'old':
      return `Viewers see the old version of every dashboard${model}.`
    case 'new':
      return 'Viewers see the new version of every dashboard.'
    default:
      return `Viewers see the old version of ${old.map(({ title }) => title.join(' / ')).join(', ')}${model}, and the new one of all others.`
  }
}

function doneLine({ counts, viewers }: Result): string {
  const parts = Object.entries(counts)
    .filter(([, { total }]) => total > 0)
    .map(([name, { done, total }]) => (done === total ? `${name} ${done}` : `${name} ${done} of ${total}`))
  const model = viewers.newModel ? ['data model built'] : []
  return [...model, ...parts].join(', ') || 'ledgers only: repo and live agreed already'
}

/** How much was asked of the platform, and by whom. */
export function describeRun({ planned, result }: Applied, ms: number): string {
  if (!result) return describeReading(planned, ms)
  const { target, caller, requests } = planned
  const who = caller.email ?? 'an unknown user'
  return `Read ${target.name} with ${requests} requests and wrote it with ${result.requests} in ${secondsText(ms)} s, as ${who}.`
}
