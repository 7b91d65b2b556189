import { acceptingAll } from './accept.ts'
import { type Decided, withOutcomes } from './decided.ts'
import { left, type Outcome } from './outcome.ts'
import type { Stop } from './plan-file.ts'
import { whatStops } from './stops.ts'

/**
 * Without `--prune` nothing is deleted or held for it: a plan says what one with it would do, and what would stop that
 * one.
 */
export function deleteOnlyIfAsked(decided: Decided): Decided {
  const { inputs, outcomes } = decided
  if (inputs.shaping.prune) return decided
  const deleted = outcomes.with('delete')
  const flags = deleted.length === 0 ? '' : pruning(whatStops(decided).stops)
  const orphan = (message: string): Outcome => left('orphan', message)
  return withOutcomes(decided, [
    ...deleted.map(
      ([key, { because }]) => [key, orphan(`${because.replace(/^it was /, '')}, still live; ${flags}`)] as const,
    ),
    ...outcomes
      .with('held')
      .flatMap(([key, { what, message }]) => (what === 'delete' ? [[key, orphan(message)] as const] : [])),
  ])
}

/** How `--prune` deletes, given what stops a plan with it. */
function pruning(stops: readonly Stop[]): string {
  const accepted = acceptingAll(stops.flatMap(({ accept }) => accept ?? []))
  const command = ['--prune', ...accepted.map((word) => `--accept ${word}`)].join(' ')
  return stops.every(({ accept }) => accept !== undefined)
    ? `${command} deletes it`
    : `${command} deletes it once nothing else stops the plan`
}
