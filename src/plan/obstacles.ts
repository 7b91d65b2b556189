import { isKind, kindOf } from '../content/kinds.ts'
import { newLayoutFaults } from '../content/layout-faults.ts'
import { OBJECTS } from '../content/objects.ts'
import { type DashboardAfter, isOverwriting } from './dashboard.ts'
import { REMOVED, runningElsewhere } from './decide.ts'
import { type Considered, type Decided, entityAfter } from './decided.ts'
import { keepFolder, keepPeopled, keepReport, keepSchedule, keepWorkbook } from './deletes.ts'
import { heldByFolder, heldByWorkbook } from './homes.ts'
import { keepLastRecord, writtenWithoutRecord } from './no-record.ts'
import { type Held, held, type Left, left, type Outcome } from './outcome.ts'
import type { HeldReason, LeftReason } from './plan-file.ts'
import { showsAbsent, showsHeld } from './shown-reports.ts'
import { twinsIn } from './twins.ts'
import { type UnpublishedWork, unpublishedWork } from './unpublished-work.ts'

/** What keeps a plan from doing what was decided for an object alone, and the reasons that it gives. */
export interface Obstacle<Of, Found> {
  readonly reasons: readonly Reason[]
  readonly find: (of: Of) => Found | undefined
}

type Reason = HeldReason | LeftReason
type Instead<R extends Reason> = Held<R & HeldReason> | Left<R & LeftReason> | { readonly kind: 'unclaimed' }

/** The compiler checks that a row gives no other reasons than it lists. */
const row = <Of, R extends Reason, Found extends Instead<NoInfer<R>>>(
  reasons: readonly R[],
  find: (of: Of) => Found | undefined,
): Obstacle<Of, Found> => ({ reasons, find })

export interface Alone extends Considered {
  /** What was decided for each object alone. */
  readonly own: Decided
}

/** In the way of an object that is created or written. The first row that finds something says why. */
const OF_OBJECTS: readonly Obstacle<Alone, Outcome>[] = [
  row(['renamed', 'orphan'], ({ own, key }) => twinsIn(own).get(key)),
  row(['cannot-change'], changesWhatIsFixed),
  row(['held-folder'], heldByFolder),
  row(['held-workbook', 'other-project', 'newer-ledger', 'unclaimed', 'running'], heldByWorkbook),
]

/** In the way of merging a dashboard. What is not held as a whole is written without the units named here. */
const OF_MERGES: readonly Obstacle<Considered, Held>[] = [
  row(['cannot-unpublish'], unpublishes),
  row(['overlap'], clashes),
]

/** In the way of publishing a dashboard. Only the last lets the draft be written. */
const OF_DASHBOARDS: readonly Obstacle<DashboardAfter, Held>[] = [
  row(['draft', 'edited-report', 'adopted-edit', 'unmanaged-report'], revealsWork),
  row(['absent-report', 'held-report'], showsAbsent),
  row(['held-report'], showsHeld),
  row(['running'], ({ decided, key, after }) =>
    after.own.publish ? runningElsewhere(key, decided.inputs) : undefined,
  ),
  row(['review'], needsReview),
]

/** In the way of a delete. */
const OF_DELETES: readonly Obstacle<Considered, Held | Left>[] = [
  row(['still-used'], keepReport),
  row(['holds-others', 'draft'], keepWorkbook),
  row(['held-workbook'], keepSchedule),
  row(['no-record'], keepLastRecord),
  row(['has-members'], keepPeopled),
  row(['orphan'], (considered) => keepFolder(considered) ?? keepWhatStays(considered)),
]

/** In the way of a write, once it is known what else is written and deleted. */
const OF_RECORDS: readonly Obstacle<Considered, Held>[] = [row(['no-record', 'running'], writtenWithoutRecord)]

export const OBSTACLES = {
  ofObjects: OF_OBJECTS,
  ofMerges: OF_MERGES,
  ofDashboards: OF_DASHBOARDS,
  ofDeletes: OF_DELETES,
  ofRecords: OF_RECORDS,
}

export function firstObstacle<Of, Found>(rows: readonly Obstacle<Of, Found>[], of: Of): Found | undefined {
  for (const { find } of rows) {
    const found = find(of)
    if (found !== undefined) return found
  }
  return undefined
}

/** Some units are chosen once, in the create. */
function changesWhatIsFixed({ key, outcome }: Considered): Held<'cannot-change'> | undefined {
  const { fixed = {} } = OBJECTS[kindOf(key)]
  const [found] = outcome.kind === 'write' ? Object.entries(fixed).filter(([unit]) => outcome.units.has(unit)) : []
  return found && held('cannot-change', found[1].why, { units: [found[0]] })
}

/** Some kinds cannot be deleted. */
function keepWhatStays({ key, outcome }: Considered): Left<'orphan'> | undefined {
  const { stays } = OBJECTS[kindOf(key)]
  if (stays === undefined) return undefined
  const isRemoved = outcome.kind !== 'delete' || outcome.because === REMOVED
  return left('orphan', isRemoved ? `removed from the repo, but ${stays}` : outcome.because)
}

/** The API cannot unpublish. */
function unpublishes({ decided, key, outcome }: Considered): Held<'cannot-unpublish'> | undefined {
  const isPublished = isKind(key, 'workbook') && decided.compared.live.get(key)?.own.publish === true
  if (outcome.kind !== 'write' || !isPublished || !outcome.units.has('publish')) return undefined
  return held('cannot-unpublish', 'the platform cannot unpublish a dashboard', { what: 'publish', units: ['publish'] })
}

/** Edits on both sides can each be valid and still not fit together. */
function clashes({ decided, key, outcome }: Considered): Held<'overlap'> | undefined {
  if (outcome.kind !== 'write' || !isKind(key, 'workbook')) return undefined
  const { desired, live } = decided.compared
  const [merged, ...sides] = [entityAfter(decided, key, outcome), desired.get(key), live.get(key)].flatMap(
    (each) => each?.whole().dashboard ?? [],
  )
  const [fresh] = merged && sides.length === 2 ? newLayoutFaults(merged, sides) : []
  if (fresh === undefined) return undefined
  const message = `the UI edits and the repo’s changes do not fit together: ${fresh.message}`
  return held('overlap', message, { units: [...outcome.units] })
}

/** A person's draft is never published, nor is a report with an unpublished edit. */
function revealsWork(dashboard: DashboardAfter): Held<UnpublishedWork['reason']> | undefined {
  const work = isOverwriting(dashboard.decided) ? undefined : unpublishedWork(dashboard)
  return work && held(work.reason, work.message, { waitsFor: work.waitsFor })
}

/**
 * The platform asked for a review. It does not say whether it still does, so `--select` for the dashboard tries the
 * publish again.
 */
function needsReview({ decided: { inputs }, key, after, changed }: DashboardAfter): Held<'review'> | undefined {
  const isRetryRequested = inputs.shaping.select.length > 0 && inputs.selected(key)
  if (!after.own.publish || !inputs.live.facts.get(key)?.review || isRetryRequested) return undefined
  return held('review', 'the platform wants a review before this is published', { what: 'publish', units: changed })
}
