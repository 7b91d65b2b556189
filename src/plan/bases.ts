import { baseAfter, type Comparison, isNewBase, isOurs } from '../compare/comparison.ts'
import { isPast } from '../content/commit-relation.ts'
import type { Content } from '../content/entity.ts'
import { isKind, isOfAccount, type Kind, kindOf } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { isReadBeside } from '../content/people.ts'
import type { Base } from '../content/threeway.ts'
import { accepts } from './accept.ts'
import { isOnlyTheirs } from './age.ts'
import { runningAround } from './decide.ts'
import type { Decided } from './decided.ts'
import { whyNotInto } from './homes.ts'
import type { PlanInputs } from './inputs.ts'
import type { Outcome } from './outcome.ts'

/** A restore applies no commit. */
const isRecording = ({ restores }: PlanInputs): boolean => restores === undefined

/** What ledgers will record: objects that are written, and those in which repo and live now agree. */
export function basesAfter(decided: Decided): ReadonlyMap<Key, Base> {
  const { compared, outcomes, parts, inputs } = decided
  const bases = new Map<Key, Base>()
  if (!isRecording(inputs)) return bases
  for (const each of compared.comparisons.values()) {
    const { key, kind } = each
    const outcome = outcomes.get(key)
    if (!OBJECTS[kind].hasEntries || !outcome) continue
    const heldUnits = (parts.get(key) ?? []).flatMap((part) => (part.kind === 'held' ? part.units : []))
    const isPartlyRead = inputs.live.partlyRead.has(key)
    const isHeld = (unit: string): boolean =>
      heldUnits.includes(unit) || (isPartlyRead && isReadBeside(unit)) || isLeftOpen(compared.desired, key, unit)
    const isWritten = outcome.kind === 'create' || outcome.kind === 'write'
    if (!isWritten && !(inputs.selected(key) && isConverged(decided, each, outcome, isHeld))) continue
    const home = compared.desired.get(key)?.place.workbook
    if (home === undefined || !whyNotInto(decided, workbookKey(home))) bases.set(key, baseAfter(each, isHeld))
  }
  return bases
}

function isLeftOpen<K extends Kind>(desired: Content, key: Key<K>, unit: string): boolean {
  const object = desired.get(key)
  return object !== undefined && OBJECTS[kindOf(key)].leavesOpen?.(object.own, unit) === true
}

/** Both sides agree, or differ only where people edited live; and this commit may say so, and nobody has said it yet. */
const isConverged = (
  decided: Decided,
  each: Comparison,
  outcome: Outcome,
  isHeld: (unit: string) => boolean,
): boolean =>
  isOurs(each) &&
  each.repo !== undefined &&
  agrees(outcome) &&
  mayRecord(decided, each) &&
  isNews(decided, each, isHeld)

const agrees = (outcome: Outcome): boolean =>
  outcome.kind === 'unchanged' ||
  (outcome.kind === 'left' && (outcome.reason === 'ui-edit' || outcome.reason === 'ignored'))

function mayRecord({ inputs, compared }: Decided, each: Comparison): boolean {
  // If its ledger says that another apply is running, leave it to that one.
  if (runningAround(each, inputs)) return false
  if (accepts(inputs.shaping, 'newer')) return true
  const relation = inputs.history.relations.get(each.ownership.commit ?? '')
  // If a newer tree was applied, it is no news that this one agrees with live.
  if (relation === 'newer') return false
  // The same if another branch applied the object and this one never changed it.
  return relation !== 'diverged' || !isOnlyTheirs(each, compared, inputs)
}

function isNews({ inputs }: Decided, each: Comparison, isHeld: (unit: string) => boolean): boolean {
  const { ownership } = each
  if (ownership.state !== 'ours') return true
  const { base, next, isPending } = ownership.entry
  const relation = inputs.history.relations.get(ownership.commit ?? '')
  const isOfOtherHistory = relation === 'diverged' || relation === 'missing'
  return base === undefined || next !== undefined || isPending === true || isOfOtherHistory || isNewBase(each, isHeld)
}

/**
 * What neither side has any longer: objects with ledger entries, and those of the last applied tree. Once this commit is
 * recorded, a later one that has such an object again creates it again.
 */
export function forgottenOf({ compared, inputs }: Decided): Key[] {
  if (!isRecording(inputs)) return []
  const { live, history, isRead } = inputs
  const then = isPast(history.relations.get(history.applied ?? ''))
    ? history.trees.get(history.applied ?? '')
    : undefined
  // Whoever takes an object out of the tree removes its file, or gives another identity to what is in the file.
  const isNew = ({ kind, repo, ownership }: Comparison): boolean =>
    OBJECTS[kind].hasEntries && repo !== undefined && ownership.state !== 'ours'
  // The old tree is read whole only if it may have had something else.
  const mayLack = then && (then.hasMoreFiles || [...compared.comparisons.values()].some(isNew))
  const applied = (mayLack && then.whole()) || undefined
  const declared = applied ? [...applied.keys()].filter((key) => OBJECTS[kindOf(key)].hasEntries) : []
  const named = new Set([...compared.comparisons.keys()].flatMap((key) => compared.namesOf(key)))
  const gone = [...live.entries.keys()].filter((key) => !compared.comparisons.has(key))
  const forgotten = [...gone, ...declared.filter((key) => !named.has(key))].filter(isRead)
  return [...new Set([...forgotten, ...givenUp(inputs)])].sort()
}

/** What belongs to the account may be another target's by now, so a list of what this one no longer manages is no use. */
const givenUp = ({ live, history, target }: PlanInputs): Key[] =>
  [...live.entries].flatMap(([key, { commit }]) => {
    const isManaged = !isOfAccount(kindOf(key)) || target.manages.some((kind) => isKind(key, kind))
    return isManaged || !isPast(history.relations.get(commit)) ? [] : [key]
  })
