import { isKind } from '../content/kinds.ts'
import type { Key } from '../content/model.ts'
import { driftOf } from '../plan/render/drift.ts'
import type { SoundProject } from '../project/project.ts'
import { currentPlaces } from '../serialize/update.ts'
import { type PlacedOutcome, placeOutcomes, takeFromLive } from './export/take-live.ts'
import type { Planned } from './plan.ts'

/** What `export` would do with the UI edits in a plan. */
export interface DriftTaken {
  /** Whether it would take any. */
  readonly isTaken: boolean
  /** Objects that it would leave as the repo has them. */
  readonly kept: readonly PlacedOutcome[]
}

export async function takeDrift(project: SoundProject, { plan, target, local, live }: Planned): Promise<DriftTaken> {
  const drifted = driftOf(plan)
  if (drifted.length === 0) return { isTaken: false, kept: [] }
  const keys = new Set<Key>(drifted.map(({ key }) => key))
  const taken = await takeFromLive(project, target, local, live, {
    mirror: false,
    takeNew: false,
    // Whether a report may go depends on the dashboards that show it.
    selected: (key) => keys.has(key) || isKind(key, 'workbook'),
  })
  const outcomes = taken.outcomes.filter(({ key, kind }) => keys.has(key) && kind !== 'merged' && kind !== 'removed')
  const isKept = (key: Key, unit?: string): boolean =>
    outcomes.some((each) => each.key === key && (unit === undefined || !('unit' in each) || each.unit === unit))
  return {
    isTaken: drifted.some(({ key, units }) =>
      units.length === 0 ? !isKept(key) : units.some(({ unit }) => !isKept(key, unit)),
    ),
    kept: placeOutcomes({ ...taken, outcomes }, local.tree, currentPlaces(local.tree)),
  }
}
