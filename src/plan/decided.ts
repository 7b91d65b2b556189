import { type Compared, type Comparison, differs } from '../compare/comparison.ts'
import { wholeObject } from '../compare/whole.ts'
import { type Entity, entityOf } from '../content/entity.ts'
import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects, Workbook } from '../content/model.ts'
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
  /** Unpublished work that `--ui-edits overwrite` replaces. */
  readonly replaces: ReadonlyMap<Key, readonly Replaced[]>
}

export interface Publishing {
  readonly dashboard: boolean
  readonly reports: readonly Key[]
}

/** An object with its outcome, and what is decided about all others. */
export interface Placed {
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

/** Whether an object is live, or this plan creates it. */
export const isThere = ({ compared, outcomes }: Decided, key: Key): boolean =>
  compared.live.has(key) || outcomes.get(key)?.kind === 'create'

/** Whether a unit is written. A new object is written as a whole. */
export const isWritten = (outcome: Outcome | undefined, unit: string): boolean =>
  outcome?.kind === 'create' || (outcome?.kind === 'write' && outcome.units.has(unit))

/** An object as it will be with this outcome. */
export function entityAfter<K extends Kind>(
  decided: Decided,
  key: Key<K>,
  outcome = outcomeOf(decided, key),
): Entity<K> | undefined {
  const { desired, live } = decided.compared
  const [repo, theirs] = [desired.get(key), live.get(key)]
  if (!repo || !theirs) return outcome?.kind === 'create' ? repo : theirs
  const each = comparisonOf(decided, key)
  if (!each || !differs(each)) return theirs
  const merged = mergedObject(decided, key, outcome)
  return merged && entityOf<K>(kindOf(key), merged)
}

export const workbookAfter = (decided: Decided, key: Key, outcome?: Outcome): Entity<'workbook'> | undefined =>
  isKind(key, 'workbook') ? entityAfter(decided, key, outcome) : undefined

/** The same in full: the repo's changes merged into live. */
export function mergedObject<K extends Kind>(
  decided: Decided,
  key: Key<K>,
  outcome = outcomeOf(decided, key),
): Objects[K] | undefined {
  const [repo, theirs] = [wholeObject(decided, 'desired', key), wholeObject(decided, 'live', key)]
  if (!repo || !theirs) return outcome?.kind === 'create' ? repo : theirs
  const verdicts = comparisonOf(decided, key)?.verdicts
  // Units that agree or are written come from the repo; all others stay as in live.
  const isFromRepo = (unit: string): boolean => isWritten(outcome, unit) || (verdicts?.get(unit) ?? 'same') === 'same'
  return OBJECTS[kindOf(key)].merge(repo, theirs, (unit) => (isFromRepo(unit) ? 'repo' : 'live'))
}

export const mergedWorkbook = (decided: Decided, key: Key, outcome?: Outcome): Workbook | undefined =>
  isKind(key, 'workbook') ? mergedObject(decided, key, outcome) : undefined
