import { EXIT, worstOf } from '@boardwright/common'
import { compareAll } from '../compare/compare.ts'
import { type Compared, type Comparison, isNewRecord, isOurs, recordOf } from '../compare/comparison.ts'
import { isPast } from '../content/commit-relation.ts'
import { isKind, type Kind, kindOf } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { keysIn, OBJECTS } from '../content/objects.ts'
import type { Base } from '../content/threeway.ts'
import { isOnlyTheirs } from './age.ts'
import { plannedObjects, wantedObjects } from './compose.ts'
import { decide, runningAround } from './decide.ts'
import { keepWithoutPrune, settleDeletes } from './deletes.ts'
import { fingerprintOf } from './fingerprint.ts'
import { heldObjects, leftObjects } from './held.ts'
import { obstacleIn, settleHomes } from './homes.ts'
import type { PlanInputs } from './inputs.ts'
import { type Outcome, Outcomes } from './outcome.ts'
import { pendingAfterPlan } from './pending.ts'
import type { PlanDraft } from './plan-draft.ts'
import { PLAN_FORMAT, type Plan, type Summary } from './plan-file.ts'
import { reviveWidgets } from './revive.ts'
import { narrowToSelected } from './select.ts'
import { settleUntilStable } from './settle.ts'
import { whatStops } from './stops.ts'
import { placeIn, titleOf } from './titles.ts'
import { holdTwins } from './twins.ts'
import { settleUnpublished } from './unpublished.ts'
import type { Decision } from './work.ts'

/** In this order: each pass builds on the ones before. */
const SETTLING = [
  holdTwins,
  settleHomes,
  reviveWidgets,
  settleUntilStable,
  settleUnpublished,
  settleDeletes,
  narrowToSelected,
  // Again: objects that are not selected stay, and go on showing their reports.
  settleDeletes,
  keepWithoutPrune,
]

/** Pure: inputs in, plan out. */
export function computePlan(inputs: PlanInputs, compared: Compared = compareAll(inputs)): Decision {
  const planDraft: PlanDraft = {
    ...{
      inputs,
      compared,
      heldParts: new Map(),
      lefts: new Map(),
      publishing: new Map(),
      replaces: new Map(),
      notes: [],
    },
    outcomes: decideAll(compared, inputs),
  }
  for (const settle of SETTLING) settle(planDraft)
  const { stops, notes } = whatStops(planDraft)

  const objects = plannedObjects(planDraft)
  const [heldOnes, left] = [heldObjects(planDraft), leftObjects(planDraft)]
  // A restore applies no commit.
  const isRecording = inputs.restores === undefined
  const records = isRecording ? recordsOf(planDraft) : new Map<Key, Base>()
  const { project, target, history, shaping } = inputs
  const { name, deployment, host, url, branch, branchFrom, merge } = target
  const about = {
    project: { id: project.id, name: project.name },
    target: {
      ...{ name, deployment, host, url, protected: target.protected },
      ...(target.home ? {} : { notHome: true as const }),
      ...(branch === undefined ? {} : { branch }),
      ...(branchFrom === undefined ? {} : { branchFrom }),
      ...(merge === undefined || merge === 'none' ? {} : { merge }),
    },
    ...(inputs.promotion === undefined ? {} : { promotion: inputs.promotion }),
    ...(inputs.restores === undefined ? {} : { restores: inputs.restores }),
  }
  const plan: Plan = {
    format: PLAN_FORMAT,
    ...about,
    commit: history.head ?? null,
    dirty: history.dirty,
    applied: history.newest ?? history.applied ?? null,
    inputs: shaping,
    ...{ objects, held: heldOnes, left, stops },
    notes: [...planDraft.notes, ...notes],
    summary: summarize(planDraft, { objects, held: heldOnes, left }, records),
    fingerprint: fingerprintOf({ ...about, objects }),
  }
  return {
    plan,
    work: {
      ...wantedObjects(planDraft, objects),
      records,
      ...pendingAfterPlan(planDraft, records),
      forgotten: isRecording ? forgottenOf(planDraft).filter(inputs.isRead) : [],
      titleOf: (key) => titleOf(planDraft.compared, key),
    },
  }
}

const isSelected = (key: Key, { shaping, selected }: PlanInputs): boolean =>
  shaping.select.length === 0 || selected(key)

function decideAll(compared: Compared, inputs: PlanInputs): Outcomes {
  const outcomes = new Outcomes(compared.comparisons)
  for (const each of compared.comparisons.values()) outcomes.set(each.key, decide(each, compared, inputs))
  return outcomes
}

/** What ledgers will record: objects that are written, and those in which repo and live now agree. */
function recordsOf(planDraft: PlanDraft): ReadonlyMap<Key, Base> {
  const { compared, outcomes, heldParts, inputs } = planDraft
  const records = new Map<Key, Base>()
  for (const each of compared.comparisons.values()) {
    const { key, kind } = each
    const outcome = outcomes.get(key)
    if (!OBJECTS[kind].isRecorded || !outcome) continue
    const parts = heldParts.get(key)?.flatMap(({ units }) => units) ?? []
    const isHeld = (unit: string): boolean => parts.includes(unit)
    const isWritten = outcome.kind === 'create' || outcome.kind === 'write'
    if (!isWritten && !(isSelected(key, inputs) && isConverged(planDraft, each, outcome, isHeld))) continue
    const home = placeIn(compared.desired, key)?.workbook
    if (home === undefined || !obstacleIn(planDraft, workbookKey(home))) records.set(key, recordOf(each, isHeld))
  }
  return records
}

function isConverged(
  planDraft: PlanDraft,
  each: Comparison,
  outcome: Outcome,
  isHeld: (unit: string) => boolean,
): boolean {
  const { inputs, compared } = planDraft
  const { history, shaping } = inputs
  const { ownership } = each
  if (!isOurs(each) || each.repo === undefined || (outcome.kind !== 'unchanged' && outcome.kind !== 'left'))
    return false
  if (outcome.kind === 'left' && outcome.reason !== 'ui-edit' && outcome.reason !== 'ignored') return false
  // If its ledger says that another apply is running, leave it to that one.
  if (runningAround(each, inputs)) return false
  const relation = history.relations.get(each.ownership.commit ?? '')
  // If a newer tree was applied, it is no news that this one agrees with live.
  if (relation === 'newer' && !shaping.overwriteNewer) return false
  // The same if another branch applied the object and this one never changed it.
  if (relation === 'diverged' && !shaping.overwriteNewer && isOnlyTheirs(each, compared, inputs)) return false
  if (ownership.state !== 'ours') return true
  return (
    ownership.known.base === undefined ||
    ownership.known.next !== undefined ||
    ownership.known.isPending === true ||
    relation === 'diverged' ||
    relation === 'missing' ||
    isNewRecord(each, isHeld)
  )
}

/**
 * What neither side has any longer: objects with ledger entries, and those of the last applied tree. Once this commit is
 * recorded, a later one that has such an object again creates it again.
 */
function forgottenOf({ compared, inputs: { live, history } }: PlanDraft): Key[] {
  const then = isPast(history.relations.get(history.applied ?? ''))
    ? history.trees.get(history.applied ?? '')
    : undefined
  // Whoever takes an object out of the tree removes its file, or gives another identity to what is in the file.
  const isNew = ({ kind, repo, ownership }: Comparison): boolean =>
    OBJECTS[kind].isRecorded && repo !== undefined && ownership.state !== 'ours'
  const mayLack = then && (then.hasMoreFiles || [...compared.comparisons.values()].some(isNew))
  const applied = (mayLack && then.whole()) || undefined
  const declared = applied ? keysIn(applied).filter((key) => OBJECTS[kindOf(key)].isRecorded) : []
  const named = new Set([...compared.comparisons.keys()].flatMap((key) => compared.namesOf(key)))
  const gone = [...live.known.keys()].filter((key) => !compared.comparisons.has(key))
  return [...new Set([...gone, ...declared.filter((key) => !named.has(key))])].sort()
}

/** What people are working on: drafts, and edited reports. A report counts once, however many dashboards show it. */
const inProgress = (lefts: PlanDraft['lefts'], left: Plan['left']): ReadonlySet<Key> =>
  new Set([
    ...left.flatMap(({ key, reason }) =>
      reason === 'draft' || (reason === 'edited-report' && isKind(key, 'report')) ? [key] : [],
    ),
    ...[...lefts.values()].flatMap((all) => all.flatMap(({ edited = [] }) => edited)),
  ])

function summarize(
  { outcomes, compared, inputs, lefts }: PlanDraft,
  { objects, held, left }: Pick<Plan, 'objects' | 'held' | 'left'>,
  records: ReadonlyMap<Key, Base>,
): Summary {
  const countActions = (action: string): number => objects.filter((each) => each.action === action).length
  const countOutcomes = (outcome: Outcome['kind'], kind?: Kind): number =>
    outcomes.with(outcome).filter(([key]) => kind === undefined || isKind(key, kind)).length
  const countLeft = (reason: string): number => left.filter((each) => each.reason === reason).length
  const planned = new Set(objects.map(({ key }) => key))
  const count = (test: (each: Comparison) => unknown): number => [...compared.comparisons.values()].filter(test).length
  // Nothing can match on a branch that does not exist.
  const isBranchAbsent = inputs.target.branchFrom !== undefined
  return {
    create: countActions('create'),
    update: countActions('update'),
    delete: countActions('delete'),
    publish: objects.filter(({ publish }) => publish).length,
    unchanged: count(
      ({ key, repo }) =>
        repo &&
        !planned.has(key) &&
        isSelected(key, inputs) &&
        outcomes.get(key)?.kind === 'unchanged' &&
        !(isBranchAbsent && isKind(key, 'model')),
    ),
    uiEdits: countLeft('ui-edit'),
    held: new Set(held.map(({ key }) => key)).size,
    unclaimed: { workbook: countOutcomes('unclaimed', 'workbook'), report: countOutcomes('unclaimed', 'report') },
    orphans: countLeft('orphan'),
    unmanaged: countOutcomes('unmanaged'),
    otherProjects: count(({ ownership }) => ownership.state === 'foreign'),
    drafts: inProgress(lefts, left).size + held.filter(({ reason }) => reason === 'draft').length,
    converged: [...records.keys()].filter((key) => !planned.has(key)).length,
  }
}

export function exitOf({ stops, held, objects }: Plan, { detailed }: { readonly detailed: boolean }): number {
  return worstOf([
    (stops.length > 0 || held.some(({ reason }) => reason === 'review')) && EXIT.stopped,
    held.length > 0 && EXIT.held,
    detailed && objects.length > 0 && EXIT.changes,
  ])
}
