import { isKind, type Key } from '../content/kinds.ts'
import { type Considered, type Decided, withOutcomes } from './decided.ts'
import { firstObstacle, OBSTACLES } from './obstacles.ts'
import type { Outcome } from './outcome.ts'
import { rulingOn } from './publish.ts'

/** Holds what could be written if it were alone in the world. */
export const holdWhatWaits = (own: Decided, rows = OBSTACLES.ofObjects): Decided =>
  untilStable(own, (object) => firstObstacle(rows, { ...object, own }) ?? heldWithDashboard(object))

/** Keeps what is not safe to delete. */
export const keepWhatIsUsed = (decided: Decided): Decided =>
  untilStable(decided, (object) =>
    object.outcome.kind === 'delete' ? firstObstacle(OBSTACLES.ofDeletes, object) : undefined,
  )

/** Holds what nothing could record. */
export const holdWhatHasNoRecord = (decided: Decided): Decided =>
  untilStable(decided, (object) => firstObstacle(OBSTACLES.ofRecords, object))

/**
 * What is held may hold more, so this repeats until nothing more is found. Each round looks at what those before have
 * found, so the order of objects does not matter, and an object says the first reason, not one that follows from itself.
 */
function untilStable(
  decided: Decided,
  insteadOf: (object: Considered) => Outcome | undefined,
  found: ReadonlySet<Key> = new Set(),
): Decided {
  const more = decided.outcomes.others().flatMap(([key, outcome]): [Key, Outcome][] => {
    const instead = found.has(key) ? undefined : insteadOf({ decided, key, outcome })
    return instead ? [[key, instead]] : []
  })
  if (more.length === 0) return decided
  return untilStable(withOutcomes(decided, more), insteadOf, new Set([...found, ...more.map(([key]) => key)]))
}

/** A new workbook waits with its dashboard, and with it everything in the workbook. */
function heldWithDashboard({ decided, key, outcome }: Considered): Outcome | undefined {
  if (outcome.kind !== 'create' || !isKind(key, 'workbook')) return undefined
  const ruling = rulingOn(decided, key, outcome)
  return ruling?.outcome.kind === 'held' ? ruling.outcome : undefined
}
