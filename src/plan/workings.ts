import { isKind, type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects, Workbook } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Summaries, WorkbookSummary } from '../content/summary.ts'
import type { Fate, Held } from './fate.ts'
import type { Fates } from './fates.ts'
import type { PlanInputs } from './inputs.ts'
import type { LeftReason } from './plan-file.ts'
import { type Case, differs, type Survey } from './survey.ts'
import { wholeObject } from './whole.ts'

export interface Left {
  readonly reason: LeftReason
  readonly message: string
}

/** What a publish brings to viewers. */
export interface Publishing {
  readonly dashboard: boolean
  readonly reports: readonly Key[]
}

/** A plan in the making: each pass looks at all of it and changes some of it. */
export interface Workings {
  readonly inputs: PlanInputs
  readonly surveyed: Survey
  readonly fates: Fates
  /** Parts of objects that are held while the rest of them is not. */
  readonly heldParts: Map<Key, Held[]>
  /** What is worth knowing of an object beside its fate. */
  readonly lefts: Map<Key, Left[]>
  readonly publishing: Map<Key, Publishing>
  /** People's work that `--ui-edits overwrite` replaces. */
  readonly replaces: Map<Key, string[]>
  readonly notes: string[]
}

export const fateOf = ({ fates }: Workings, key: Key): Fate | undefined => fates.get(key)

export const caseOf = ({ surveyed }: Workings, key: Key): Case | undefined => surveyed.cases.get(key)

export const hold = ({ heldParts }: Workings, key: Key, part: Held): void =>
  void heldParts.set(key, [...(heldParts.get(key) ?? []), part])

export const leave = ({ lefts }: Workings, key: Key, left: Left): void =>
  void lefts.set(key, [...(lefts.get(key) ?? []), left])

/** Units that are written, of an object that is. A new object is written whole. */
export const isWritten = (fate: Fate | undefined, unit: string): boolean =>
  fate?.kind === 'create' || (fate?.kind === 'write' && fate.units.has(unit))

/** What is known of an object as it shall be. */
export function summaryAfter<K extends Kind>(workings: Workings, key: Key<K>): Summaries[K] | undefined {
  const { desired, live } = workings.surveyed
  const [repo, theirs] = [desired.get(key), live.get(key)]
  if (!repo || !theirs) return fateOf(workings, key)?.kind === 'create' ? repo : theirs
  const each = caseOf(workings, key)
  if (!each || !differs(each)) return theirs
  const merged = mergedObject(workings, key)
  return merged && OBJECTS[kindOf(key)].summaryOf(merged)
}

export const workbookAfter = (workings: Workings, key: Key): WorkbookSummary | undefined =>
  isKind(key, 'workbook') ? summaryAfter(workings, key) : undefined

/** An object as it shall be: what the repo changed, merged with what live says. */
export function mergedObject<K extends Kind>(workings: Workings, key: Key<K>): Objects[K] | undefined {
  const [repo, theirs] = [wholeObject(workings, 'desired', key), wholeObject(workings, 'live', key)]
  if (!repo || !theirs) return fateOf(workings, key)?.kind === 'create' ? repo : theirs
  return OBJECTS[kindOf(key)].merge(repo, theirs, pickSide(workings, key))
}

export const mergedWorkbook = (workings: Workings, key: Key): Workbook | undefined =>
  isKind(key, 'workbook') ? mergedObject(workings, key) : undefined

/** What is the same on both sides is the repo's; what is written is; all else stays as it is. */
const pickSide = (workings: Workings, key: Key) => {
  const fate = fateOf(workings, key)
  const verdicts = caseOf(workings, key)?.verdicts
  return (unit: string) =>
    isWritten(fate, unit) || (verdicts?.get(unit) ?? 'same') === 'same' ? ('repo' as const) : ('live' as const)
}
