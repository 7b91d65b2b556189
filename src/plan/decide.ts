import type { Ownership } from '../base/ownership.ts'
import {
  type Compared,
  type Comparison,
  editedUnits,
  editsSinceApply,
  isOurs,
  unitsWith,
} from '../compare/comparison.ts'
import { someOf } from '../content/counted.ts'
import type { Barred } from '../content/facts.ts'
import { idIn, type Key } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { shortCommit } from '../content/printable.ts'
import { accepts } from './accept.ts'
import { heldForAge } from './age.ts'
import { claimOn } from './claims.ts'
import type { PlanInputs } from './inputs.ts'
import { conflictWords, planRules } from './kinds.ts'
import { type Held, held, left, type Outcome, UI_EDIT, UNCHANGED } from './outcome.ts'

/** If a run began to write more recently than this, another apply is running. */
const RUNNING_MS = 15 * 60_000

/** The decision table for one object, row by row. */
export function decide(each: Comparison, compared: Compared, inputs: PlanInputs): Outcome {
  const { repo, live, ownership, kind } = each
  const { readOnly } = OBJECTS[kind]
  if (readOnly !== undefined) return decideReadOnly(each, readOnly, inputs)
  if (ownership.state === 'foreign') return decideForeign(each, ownership)
  const barred = inputs.live.barred?.get(each.key)
  if (barred !== undefined && (repo || isOurs(each))) return BARRED[barred](each, inputs)
  if (repo && live) return decideBoth(each, compared, inputs)
  return repo ? decideRepoOnly(each, compared, inputs) : decideLiveOnly(each, compared, inputs)
}

/** Whoever changed it: nothing was ever applied to it, so there is only a difference, or none. */
function decideReadOnly(each: Comparison, because: string, { ignoredBecause }: PlanInputs): Outcome {
  const { key, repo, live } = each
  if (!repo) return { kind: 'unmanaged' }
  if (!live) return left('read-only', `is in the repo only, and ${because}`)
  const differing = unitsWith(each, 'repo', 'live', 'conflict').filter((unit) => !ignoredBecause(key, unit))
  if (differing.length === 0) return UNCHANGED
  return left('read-only', `${someOf(differing)} ${differ(differing)} from live, and ${because}`)
}

const differ = ({ length }: readonly string[]): string => (length === 1 ? 'differs' : 'differ')

const BARRED: { readonly [B in Barred]: (each: Comparison, inputs: PlanInputs) => Held<'taken' | 'namesake'> } = {
  unfit: ({ kind }) => held('taken', `a ${OBJECTS[kind].noun} of this name is live that this version cannot read`),
  // The record has a number, and anybody who may edit a workbook can write one there.
  namesake({ key, kind, repo }, { live }) {
    const { noun } = OBJECTS[kind]
    const now = live.facts.get(key)?.name ?? idIn(key)
    const message = `the ${noun} that was applied is called "${now}" there, and another ${noun} has its name`
    return held('namesake', message, repo ? {} : { what: 'delete' })
  },
}

/** Declaring what another project owns is refused even where both agree: this tree could never change it. */
function decideForeign(each: Comparison, { project }: Extract<Ownership, { state: 'foreign' }>): Outcome {
  if (!each.repo) return { kind: 'foreign' }
  const units = each.live ? unitsWith(each, 'repo', 'live', 'conflict') : []
  return held('other-project', `owned by project ${project}`, { units })
}

function decideBoth(each: Comparison, compared: Compared, inputs: PlanInputs): Outcome {
  const { key, ownership } = each
  const { renaming, hasEntries } = OBJECTS[each.kind]
  const differing = unitsWith(each, 'repo', 'live', 'conflict')
  if (ownership.state === 'newer') {
    if (differing.length === 0) return UNCHANGED
    return held('newer-ledger', 'it was applied by a newer version of this program', { units: differing })
  }
  if (ownership.state === 'unclaimed') {
    // If the platform has no slug or id for the object, it will get the tree's.
    const isNameless = inputs.live.facts.get(key)?.name === undefined
    if (differing.some((unit) => !isNameless || unit !== renaming?.unit)) {
      const outcome = planRules(each.kind).unclaimed(differing, inputs)
      return (outcome.kind === 'write' && heldForAge(each, compared, inputs)) || outcome
    }
    return hasEntries ? { kind: 'unclaimed' } : UNCHANGED
  }
  if (differing.length === 0) return UNCHANGED
  const running = runningAround(each, inputs)
  if (running) return running

  const isIgnored = (unit: string): boolean => inputs.ignoredBecause(key, unit) !== undefined
  const overwrites = accepts(inputs.shaping, 'ui-edits')
  const conflicts = unitsWith(each, 'conflict').filter((unit) => !isIgnored(unit))
  const edits = editedUnits(each).filter((unit) => !isIgnored(unit))
  const changes = unitsWith(each, 'repo').filter((unit) => !isIgnored(unit))
  const wanted = overwrites ? [...changes, ...conflicts, ...edits] : changes
  if (wanted.length + conflicts.length > 0) {
    const age = heldForAge(each, compared, inputs)
    if (age) return age.kind === 'held' ? { ...age, units: [...wanted, ...conflicts] } : age
  }
  if (conflicts.length > 0 && !overwrites)
    return held('conflict', conflictWords(conflicts, changes), { units: conflicts })
  const reason = overwrites ? undefined : planRules(each.kind).unwritten(each, changes, compared, inputs)
  if (reason) return reason
  if (wanted.length > 0) {
    const because =
      conflicts.length + (overwrites ? edits.length : 0) > 0 ? 'UI edits are overwritten' : 'the repo changed it'
    return { kind: 'write', because, units: new Set(wanted) }
  }
  if (edits.length > 0) return UI_EDIT
  const [first] = differing.filter((unit) => !each.dangling.has(unit))
  if (first === undefined) return UNCHANGED
  return left('ignored', `differs, but is ignored: ${inputs.ignoredBecause(key, first)}`)
}

/** Never write under a ledger that another apply has open: its holder stands for every object that it lists. */
export function runningElsewhere(holder: Key, { live, history }: PlanInputs): Held<'running'> | undefined {
  const { at, commit } = live.underWay.get(holder) ?? {}
  if (at === undefined || commit === undefined || commit === history.head) return undefined
  if (live.now - Date.parse(at) >= RUNNING_MS) return undefined
  return held('running', `another apply, of commit ${shortCommit(commit)}, is running`, { commit })
}

/** The same, for the holder of the ledger that lists this object. */
export const runningAround = ({ key, ownership }: Comparison, inputs: PlanInputs): Held | undefined =>
  runningElsewhere((ownership.state === 'ours' ? ownership.entry.holder : undefined) ?? key, inputs)

function decideRepoOnly(each: Comparison, compared: Compared, inputs: PlanInputs): Outcome {
  const { key, ownership } = each
  const { live, shaping } = inputs
  const { obstacle, deletedLive } = planRules(each.kind)
  const { isSeenByAll, hasEntries } = OBJECTS[each.kind]
  if (live.leftOut.has(key)) return held('left-out', 'this target leaves out the place where it is now')
  if (ownership.state === 'unclaimed') {
    const age = heldForAge(each, compared, inputs)
    return age ?? obstacle(inputs, key) ?? { kind: 'create', because: 'it is new in the repo' }
  }
  if (ownership.state === 'newer') return UNCHANGED
  if (!isSeenByAll && !live.isAdmin) return held('unseen', 'it was applied here, but this key cannot see everything')
  if (ownership.state === 'ours' && hasEntries && !live.gone.has(key)) {
    return held('unseen', 'it was applied here, but this key can no longer see it')
  }
  if (accepts(shaping, 'ui-edits'))
    return obstacle(inputs, key) ?? { kind: 'create', because: 'it was deleted in the UI', recreates: true }
  return deletedLive(key, inputs)
}

/** As with `--prune`; `keepWithoutPrune` keeps it later. */
function decideLiveOnly(each: Comparison, compared: Compared, inputs: PlanInputs): Outcome {
  const { key, live, kind } = each
  if (!live || !isOurs(each) || inputs.live.leftOut.has(key)) return { kind: 'unmanaged' }
  const age = heldForAge(each, compared, inputs)
  if (age) return age.kind === 'left' ? age : left('older-branch', age.message)
  const claim = claimOn(each, compared, inputs)
  if (claim) return claim
  const edited = editsSinceApply(each, 'live')
  const isUntouched = edited?.length === 0
  const isKept = OBJECTS[kind].stays !== undefined
  if (!isUntouched && !isKept && !accepts(inputs.shaping, 'ui-edits')) {
    return held('edited-orphan', 'removed from the repo, but edited in the UI since', {
      what: 'delete',
      units: edited?.filter((unit) => live.has(unit)) ?? [],
    })
  }
  // Nobody but a preview shows its copies. For folders, what is still in them is looked at later.
  if (OBJECTS[kind].hasEntries && !inputs.live.isAdmin && !inputs.history.isMade) {
    return held('unseen', 'removed from the repo, but this key may not see who uses it', { what: 'delete' })
  }
  const running = runningAround(each, inputs)
  return running ? { ...running, what: 'delete' } : { kind: 'delete', because: whyGone(each, inputs) }
}

export const REMOVED = 'it was removed from the repo'

/** Nothing renames some kinds: what their files name now is another object. */
function whyGone({ key, kind }: Comparison, { history: { declaredBefore = new Map() }, desired }: PlanInputs): string {
  const { anew } = OBJECTS[kind]
  const [heir] = anew === undefined ? [] : [...declaredBefore].flatMap(([now, before]) => (before === key ? [now] : []))
  if (heir === undefined) return REMOVED
  return `its file is about "${desired.get(heir)?.name ?? idIn(heir)}" now, which is another one: ${anew}`
}
