import { EXIT, worstOf } from '@boardwright/common'
import type { Compared } from '../compare/comparison.ts'
import { addressOf } from '../content/address.ts'
import type { Key } from '../content/kinds.ts'
import { basesAfter, forgottenOf } from './bases.ts'
import { plannedObjects, wantedObjects } from './compose.ts'
import type { Decided } from './decided.ts'
import { heldObjects } from './held.ts'
import { holdWhatHasNoRecord, holdWhatWaits, keepWhatIsUsed } from './hold.ts'
import { createFolders } from './homes.ts'
import type { PlanInputs } from './inputs.ts'
import { leftObjects } from './left.ts'
import { decideEach } from './own.ts'
import { pendingAfterPlan } from './pending.ts'
import { PLAN_FORMAT, type Plan, type PlannedObject, type Unsealed } from './plan-file.ts'
import { deleteOnlyIfAsked } from './prune.ts'
import { publishDashboards } from './publish.ts'
import { reviveWidgets } from './revive.ts'
import { narrowToSelected } from './select.ts'
import { whatStops } from './stops.ts'
import { summarize } from './summary.ts'
import { titleOf } from './titles.ts'
import type { Decision } from './work.ts'

/** Pure: inputs in, plan out. Each step takes what is decided so far, and returns the next. */
export function computePlan(inputs: PlanInputs, compared: Compared): Decision<Unsealed> {
  const own = decideEach({ inputs, compared })
  const written = reviveWidgets(createFolders(holdWhatWaits(own)))
  const selected = narrowToSelected(publishDashboards(written))
  const decided = holdWhatHasNoRecord(deleteOnlyIfAsked(keepWhatIsUsed(selected.decided)))
  return decisionOf(decided, selected.notes)
}

function decisionOf(decided: Decided, said: readonly string[]): Decision<Unsealed> {
  const { inputs, compared } = decided
  const { stops, notes } = whatStops(decided)
  const objects = plannedObjects(decided)
  const [held, left] = [heldObjects(decided), leftObjects(decided)]
  const bases = basesAfter(decided)
  const plan: Unsealed = {
    format: PLAN_FORMAT,
    ...aboutOf(inputs),
    commit: inputs.history.head ?? null,
    dirty: inputs.history.dirty,
    applied: inputs.history.newest ?? inputs.history.applied ?? null,
    inputs: inputs.shaping,
    ...{ objects, held, left, stops },
    notes: [inputs.firstNote ?? [], said, notes].flat(),
    summary: summarize(decided, { objects, held, left }, bases),
  }
  return {
    plan,
    work: {
      wanted: wantedObjects(decided, objects),
      bases,
      changedUnits: changedUnitsIn(objects),
      ...pendingAfterPlan(decided, bases),
      forgotten: forgottenOf(decided),
      titleOf: (key) => titleOf(compared, key),
      addressOf: (ids) => addressOf(inputs.target, ids),
    },
  }
}

/** For objects that existed before, the units that a plan changes. */
export const changedUnitsIn = (objects: readonly PlannedObject[]): ReadonlyMap<Key, ReadonlySet<string>> =>
  new Map(
    objects.flatMap(({ key, action, units }) =>
      action === 'create' ? [] : [[key, new Set(units.map(({ unit }) => unit))] as const],
    ),
  )

function aboutOf({ project, target, promotion, restores }: PlanInputs) {
  const { name, deployment, host, url, branch, branchFrom, merge } = target
  return {
    project: { id: project.id, name: project.name },
    target: {
      ...{ name, deployment, host, url, protected: target.protected },
      ...(target.home ? {} : { notHome: true as const }),
      ...(branch === undefined ? {} : { branch }),
      ...(branchFrom === undefined ? {} : { branchFrom }),
      ...(merge === undefined || merge === 'none' ? {} : { merge }),
    },
    ...(promotion === undefined ? {} : { promotion }),
    ...(restores === undefined ? {} : { restores }),
  }
}

export function exitOf({ stops, held, objects }: Plan, { detailed }: { readonly detailed: boolean }): number {
  return worstOf([
    (stops.length > 0 || held.some(({ reason }) => reason === 'review')) && EXIT.stopped,
    held.length > 0 && EXIT.held,
    detailed && objects.length > 0 && EXIT.changes,
  ])
}
