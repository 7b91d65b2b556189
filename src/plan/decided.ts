import { lazy } from '@boardwright/common'
import { type Compared, type Comparison, differs } from '../compare/comparison.ts'
import { type Entity, entityOf } from '../content/entity.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import type { PlanInputs } from './inputs.ts'
import type { Held, Left, Outcome, Outcomes } from './outcome.ts'
import type { Replaced } from './plan-file.ts'

/** Both sides, before anything is decided. */
export interface Undecided {
  readonly inputs: PlanInputs
  readonly compared: Compared
}

/** What is decided so far. Each step of a plan takes this value and returns the next. */
export interface Decided extends Undecided {
  readonly outcomes: Outcomes
  /** What is held or left alone in objects, besides their outcomes. */
  readonly parts: ReadonlyMap<Key, readonly (Held | Left)[]>
  readonly publishing: ReadonlyMap<Key, Publishing>
  /** Unpublished work that `--accept ui-edits` replaces. */
  readonly replaces: ReadonlyMap<Key, readonly Replaced[]>
}

export interface Publishing {
  readonly dashboard: boolean
  readonly reports: readonly Key[]
}

/** An object with its outcome, and what is decided about all others. */
export interface Considered {
  readonly decided: Decided
  readonly key: Key
  readonly outcome: Outcome
}

export const withOutcomes = (decided: Decided, changes: Iterable<readonly [Key, Outcome]>): Decided => ({
  ...decided,
  outcomes: decided.outcomes.changed(changes),
})

export const outcomeOf = ({ outcomes }: Decided, key: Key): Outcome | undefined => outcomes.get(key)

export const comparisonOf = ({ compared }: Undecided, key: Key): Comparison | undefined => compared.comparisons.get(key)

/** What is held, or left alone, in objects besides their outcomes. */
export const partsWith = <K extends 'held' | 'left'>({ parts }: Decided, kind: K) =>
  [...parts].flatMap(([key, all]) =>
    all.flatMap((part) => (part.kind === kind ? [[key, part as Extract<typeof part, { kind: K }>] as const] : [])),
  )

/** Whether an object is live, or this plan creates it. */
export const isThereAfter = ({ compared, outcomes }: Decided, key: Key): boolean =>
  compared.live.has(key) || outcomes.get(key)?.kind === 'create'

/** Whether a unit is written. A new object is written as a whole. */
export const isWritten = (outcome: Outcome | undefined, unit: string): boolean =>
  outcome?.kind === 'create' || (outcome?.kind === 'write' && outcome.units.has(unit))

/** An object as it will be with this outcome: the repo's changes merged into live. */
export function entityAfter<K extends Kind>(
  decided: Decided,
  key: Key<K>,
  outcome = outcomeOf(decided, key),
): Entity<K> | undefined {
  const { desired, live, comparisons } = decided.compared
  const [repo, theirs, each] = [desired.get(key), live.get(key), comparisons.get(key)]
  if (!repo || !theirs || !each) return outcome?.kind === 'create' ? repo : theirs
  // Units that agree or are written come from the repo; all others stay as in live.
  const isFromRepo = (unit: string): boolean =>
    isWritten(outcome, unit) || (each.verdicts.get(unit) ?? 'same') === 'same'
  const whole = lazy(() =>
    OBJECTS[kindOf(key)].merge(repo.whole(), theirs.whole(), (unit) => (isFromRepo(unit) ? 'repo' : 'live')),
  )
  return differs(each) ? entityOf<K>(kindOf(key), whole()) : { ...theirs, whole }
}
