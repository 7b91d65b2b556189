import type { Key, Kind } from '../content/kinds.ts'
import type { Objects } from '../content/model.ts'
import { unitsIn } from '../content/readable.ts'
import type { Units } from '../content/units.ts'
import type { Compared } from './comparison.ts'
import { liveUnits } from './index-content.ts'
import type { PlanInputs } from './inputs.ts'

/** Both sides, before anything is decided. */
export interface Undecided {
  readonly inputs: PlanInputs
  readonly compared: Compared
}
export type SideName = 'desired' | 'live'

/** A complete object of one side. */
export const wholeObject = <K extends Kind>(
  { inputs, compared }: Undecided,
  side: SideName,
  key: Key<K>,
): Objects[K] | undefined => (compared[side].has(key) ? inputs.whole[side](key) : undefined)

/** The units of a complete object. Live objects have their own slug or folder name there. */
export function wholeUnits<K extends Kind>(sides: Undecided, side: SideName, key: Key<K>): Units | undefined {
  const units = unitsIn((each) => wholeObject(sides, side, each), key)
  const { inputs, compared } = sides
  const own = side === 'live' ? liveUnits(compared.live, inputs.live.facts, key) : []
  if (!units || own.length === 0) return units
  const changed = new Map([...units, ...own])
  return new Map([...changed].filter(([, value]) => value !== undefined))
}
