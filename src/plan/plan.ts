import type { Base } from '../content/base.ts'
import { isKind, type Kind } from '../content/kinds.ts'
import { type Key, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { isOnlyTheirs, recordedAt } from './age.ts'
import { breaksOf } from './breaks.ts'
import { heldObjects, leftObjects, plannedObjects, wantedObjects } from './compose.ts'
import { withDangling } from './dangling.ts'
import { decide } from './decide.ts'
import { settleDeletes } from './deletes.ts'
import type { Fate } from './fate.ts'
import { Fates } from './fates.ts'
import { fingerprintOf } from './fingerprint.ts'
import { obstacleIn, settleHomes } from './homes.ts'
import type { PlanInputs } from './inputs.ts'
import { stopsOf } from './limits.ts'
import { notBroughtBy } from './pending.ts'
import { PLAN_FORMAT, type Plan, type Summary } from './plan-file.ts'
import { reviveWidgets } from './revive.ts'
import { narrowToSelected } from './select.ts'
import { type Case, isNewRecord, isOurs, recordOf, type Survey, survey } from './survey.ts'
import { placeIn } from './titles.ts'
import { settleTogether } from './together.ts'
import { holdTwins } from './twins.ts'
import { settleUnpublished } from './unpublished.ts'
import type { Decision } from './work.ts'
import type { Workings } from './workings.ts'

/** One after another: each goes by what those before it found. */
const SETTLING = [
  holdTwins,
  settleHomes,
  reviveWidgets,
  settleTogether,
  settleUnpublished,
  settleDeletes,
  narrowToSelected,
]

/** Desired, live, what was last applied and what history says of it in; a plan out. */
export function computePlan(inputs: PlanInputs, seen: Survey = survey(inputs)): Decision {
  const surveyed = withDangling(seen, inputs)
  const workings: Workings = {
    ...{
      inputs,
      surveyed,
      heldParts: new Map(),
      lefts: new Map(),
      publishing: new Map(),
      replaces: new Map(),
      notes: [],
    },
    fates: fatesOf(surveyed, inputs),
  }
  for (const settle of SETTLING) settle(workings)
  const stops = [...stopsOf(workings), ...breaksOf(workings)]

  const objects = plannedObjects(workings)
  const [heldOnes, left] = [heldObjects(workings), leftObjects(workings)]
  const records = recordsOf(workings)
  const { project, target, history, shaping } = inputs
  const { name, deployment, host, url, branch, merge } = target
  const about = {
    project: { id: project.id, name: project.name },
    target: {
      ...{ name, deployment, host, url, protected: target.protected },
      ...(branch === undefined ? {} : { branch }),
      ...(merge === undefined || merge === 'none' ? {} : { merge }),
    },
    ...(inputs.promotion === undefined ? {} : { promotion: inputs.promotion }),
  }
  const plan: Plan = {
    format: PLAN_FORMAT,
    ...about,
    commit: history.head ?? null,
    dirty: history.dirty,
    applied: history.newest ?? history.applied ?? null,
    inputs: shaping,
    ...{ objects, held: heldOnes, left, stops },
    notes: workings.notes,
    summary: summarize(workings, { objects, held: heldOnes, left }, records),
    fingerprint: fingerprintOf({ ...about, objects }),
  }
  return {
    plan,
    work: {
      ...wantedObjects(workings, objects),
      records,
      ...notBroughtBy(workings, records),
      forgotten: forgottenOf(workings),
    },
  }
}

function fatesOf(surveyed: Survey, inputs: PlanInputs): Fates {
  const fates = new Fates(surveyed.cases)
  for (const each of surveyed.cases.values()) fates.set(each.key, decide(each, surveyed, inputs))
  return fates
}

/** What ledgers say afterwards: of what is written, and of what repo and live came to agree on by themselves. */
function recordsOf(workings: Workings): ReadonlyMap<Key, Base> {
  const { surveyed, fates, heldParts, inputs } = workings
  const isSelected = (key: Key): boolean => inputs.shaping.select.length === 0 || inputs.selected(key)
  const records = new Map<Key, Base>()
  for (const each of surveyed.cases.values()) {
    const { key, kind } = each
    const fate = fates.get(key)
    if (!OBJECTS[kind].isRecorded || !fate) continue
    const parts = heldParts.get(key)?.flatMap(({ units }) => units) ?? []
    const isHeld = (unit: string): boolean => parts.includes(unit)
    const isWritten = fate.kind === 'create' || fate.kind === 'write'
    if (!isWritten && !(isSelected(key) && isConverged(workings, each, fate, isHeld))) continue
    const home = placeIn(surveyed.desired, key)?.workbook
    if (home === undefined || !obstacleIn(workings, workbookKey(home))) records.set(key, recordOf(each, isHeld))
  }
  return records
}

function isConverged(workings: Workings, each: Case, fate: Fate, isHeld: (unit: string) => boolean): boolean {
  const { inputs, surveyed } = workings
  const { history, shaping } = inputs
  const { standing } = each
  if (!isOurs(each) || each.repo === undefined || (fate.kind !== 'unchanged' && fate.kind !== 'left')) return false
  if (fate.kind === 'left' && fate.reason !== 'ui-edit' && fate.reason !== 'ignored') return false
  const relation = history.relations.get(recordedAt(each, inputs) ?? '')
  // That an older tree agrees with live is no news for the newer one that was applied.
  if (relation === 'newer' && !shaping.overwriteNewer) return false
  // Nor for one that this clone lacks, as long as anything waits for it: the record is what says so the next time.
  if (relation === 'lacking' && isAwaited(workings, each)) return false
  // Nor is it for the other line what a line agrees with that never changed it.
  if (relation === 'diverged' && !shaping.overwriteNewer && isOnlyTheirs(each, surveyed, inputs)) return false
  if (standing.state !== 'ours') return standing.state === 'known'
  return (
    standing.known.base === undefined ||
    standing.known.next !== undefined ||
    standing.known.isPending === true ||
    relation === 'diverged' ||
    relation === 'lacking' ||
    isNewRecord(each, isHeld)
  )
}

/** Whether something is held until the commit is fetched that this was applied from. */
function isAwaited({ inputs, fates, surveyed }: Workings, each: Case): boolean {
  const recorded = recordedAt(each, inputs)
  return [...surveyed.cases.values()].some((other) => {
    const fate = fates.get(other.key)
    return fate?.kind === 'held' && fate.reason === 'commit-unknown' && recordedAt(other, inputs) === recorded
  })
}

/** What ledgers know still, and neither side has. */
const forgottenOf = ({ surveyed, inputs }: Workings): Key[] =>
  [...inputs.live.known.keys()].filter((key) => !surveyed.cases.has(key)).sort()

function summarize(
  { fates, surveyed }: Workings,
  { objects, held, left }: Pick<Plan, 'objects' | 'held' | 'left'>,
  records: ReadonlyMap<Key, Base>,
): Summary {
  const acts = (action: string): number => objects.filter((each) => each.action === action).length
  const having = (fate: Fate['kind'], kind?: Kind): number =>
    fates.with(fate).filter(([key]) => kind === undefined || isKind(key, kind)).length
  const leftFor = (reason: string): number => left.filter((each) => each.reason === reason).length
  const planned = new Set<string>(objects.map(({ key }) => key))
  const count = (test: (each: Case) => unknown): number => [...surveyed.cases.values()].filter(test).length
  return {
    create: acts('create'),
    update: acts('update'),
    delete: acts('delete'),
    publish: objects.filter(({ publish }) => publish).length,
    unchanged: count(({ key, repo }) => repo && !planned.has(key) && fates.get(key)?.kind === 'unchanged'),
    uiEdits: leftFor('ui-edit'),
    held: new Set(held.map(({ key }) => key)).size,
    unclaimed: { workbook: having('unclaimed', 'workbook'), report: having('unclaimed', 'report') },
    orphans: leftFor('orphan'),
    unmanaged: having('unmanaged'),
    otherProjects: count(({ standing }) => standing.state === 'foreign'),
    drafts:
      leftFor('draft') +
      left.filter(({ key, reason }) => reason === 'edited-report' && isKind(key, 'report')).length +
      held.filter(({ reason }) => reason === 'draft').length,
    converged: [...records.keys()].filter((key) => !planned.has(key)).length,
  }
}

/** The exit status that a plan asks for. */
export function exitOf({ stops, held, objects }: Plan, { detailed }: { readonly detailed: boolean }): number {
  if (stops.length > 0 || held.some(({ reason }) => reason === 'review')) return 6
  if (held.length > 0) return 5
  return detailed && objects.length > 0 ? 2 : 0
}
