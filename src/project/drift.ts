import { isKind } from '../content/kinds.ts'
import type { Key } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { driftOf } from '../plan/drift.ts'
import { currentPlaces } from '../serialize/update.ts'
import { changesFrom } from './export/changes-from.ts'
import { type PlacedOutcome, placeOutcomes, takeFromLive } from './export/take-live.ts'
import type { SoundProject } from './local/project.ts'
import type { Planned } from './plan.ts'

/** What `export` would do with the UI edits in a plan. */
export interface DriftTaken {
  /** Whether it would take any. */
  readonly isTaken: boolean
  /** Objects that it would leave as the repo has them. */
  readonly kept: readonly PlacedOutcome[]
  /** Lines for all targets, which it does not write from a target that is not home. */
  readonly notWritten: readonly Problem[]
}

export function takeDrift(project: SoundProject, { plan, ...sides }: Planned): DriftTaken {
  const { target, local, live } = sides
  const drifted = driftOf(plan)
  if (drifted.length === 0) return { isTaken: false, kept: [], notWritten: [] }
  const keys = new Set<Key>(drifted.map(({ key }) => key))
  const taken = takeFromLive(sides, {
    mirror: false,
    takeNew: false,
    // Whether a report may go depends on the dashboards that show it.
    selected: (key) => keys.has(key) || isKind(key, 'workbook'),
  })
  const outcomes = taken.outcomes.filter(({ key, kind }) => keys.has(key) && kind !== 'merged' && kind !== 'removed')
  const { changes, problems } = changesFrom(project, { target, local, live }, taken, {
    selected: (key) => keys.has(key),
  })
  return {
    isTaken: changes.size > 0,
    kept: placeOutcomes({ ...taken, outcomes }, local.tree, currentPlaces(local.tree)),
    notWritten: problems.filter(({ kind }) => kind === 'EXPORT_NOT_HOME'),
  }
}
