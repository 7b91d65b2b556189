import { type Compared, type Comparison, differs } from '../compare/comparison.ts'
import { wholeObject } from '../compare/whole.ts'
import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects, Workbook } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Summaries, WorkbookSummary } from '../content/summary.ts'
import type { PlanInputs } from './inputs.ts'
import type { Held, Outcome, Outcomes } from './outcome.ts'
import type { LeftReason, Replaced } from './plan-file.ts'

export interface Left {
  readonly reason: LeftReason
  readonly message: string
  /** Reports with edits that nobody has published. */
  readonly edited?: readonly Key[]
}

export interface Publishing {
  readonly dashboard: boolean
  readonly reports: readonly Key[]
}

/** A plan in the making: each pass looks at all of it and changes some of it. */
export interface PlanDraft {
  readonly inputs: PlanInputs
  readonly compared: Compared
  readonly outcomes: Outcomes
  /** Parts of objects that are held while the rest is not. */
  readonly heldParts: Map<Key, Held[]>
  /** What is left alone in an object, besides its outcome. */
  readonly lefts: Map<Key, Left[]>
  readonly publishing: Map<Key, Publishing>
  /** Unpublished work that `--ui-edits overwrite` replaces. */
  readonly replaces: Map<Key, Replaced[]>
  readonly notes: string[]
}

/** Both sides, before anything is decided. */
export type Undecided = Pick<PlanDraft, 'inputs' | 'compared'>

export const outcomeOf = ({ outcomes }: PlanDraft, key: Key): Outcome | undefined => outcomes.get(key)

export const comparisonOf = ({ compared }: PlanDraft, key: Key): Comparison | undefined => compared.comparisons.get(key)

export const hold = ({ heldParts }: PlanDraft, key: Key, part: Held): void =>
  void heldParts.set(key, [...(heldParts.get(key) ?? []), part])

export const leave = ({ lefts }: PlanDraft, key: Key, left: Left): void =>
  void lefts.set(key, [...(lefts.get(key) ?? []), left])

/** Whether an object is live, or this plan creates it. */
export const isThere = ({ compared, outcomes }: PlanDraft, key: Key): boolean =>
  compared.live.has(key) || outcomes.get(key)?.kind === 'create'

/** Whether a unit is written. A new object is written as a whole. */
export const isWritten = (outcome: Outcome | undefined, unit: string): boolean =>
  outcome?.kind === 'create' || (outcome?.kind === 'write' && outcome.units.has(unit))

/** A summary of an object as it will be after this plan. */
export function summaryAfter<K extends Kind>(planDraft: PlanDraft, key: Key<K>): Summaries[K] | undefined {
  const { desired, live } = planDraft.compared
  const [repo, theirs] = [desired.get(key), live.get(key)]
  if (!repo || !theirs) return outcomeOf(planDraft, key)?.kind === 'create' ? repo : theirs
  const each = comparisonOf(planDraft, key)
  if (!each || !differs(each)) return theirs
  const merged = mergedObject(planDraft, key)
  return merged && OBJECTS[kindOf(key)].summaryOf(merged)
}

export const workbookAfter = (planDraft: PlanDraft, key: Key): WorkbookSummary | undefined =>
  isKind(key, 'workbook') ? summaryAfter(planDraft, key) : undefined

/** An object as it will be after this plan: the repo's changes merged into live. */
export function mergedObject<K extends Kind>(planDraft: PlanDraft, key: Key<K>): Objects[K] | undefined {
  const [repo, theirs] = [wholeObject(planDraft, 'desired', key), wholeObject(planDraft, 'live', key)]
  if (!repo || !theirs) return outcomeOf(planDraft, key)?.kind === 'create' ? repo : theirs
  return OBJECTS[kindOf(key)].merge(repo, theirs, pickSide(planDraft, key))
}

export const mergedWorkbook = (planDraft: PlanDraft, key: Key): Workbook | undefined =>
  isKind(key, 'workbook') ? mergedObject(planDraft, key) : undefined

/** Units that agree or are written come from the repo; all others stay as in live. */
const pickSide = (planDraft: PlanDraft, key: Key) => {
  const outcome = outcomeOf(planDraft, key)
  const verdicts = comparisonOf(planDraft, key)?.verdicts
  return (unit: string) =>
    isWritten(outcome, unit) || (verdicts?.get(unit) ?? 'same') === 'same' ? ('repo' as const) : ('live' as const)
}
