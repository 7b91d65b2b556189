import { unitsAt } from '../content/entity.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { Units } from '../content/units.ts'
import type { Compared } from './comparison.ts'
import type { CompareInputs, SideName } from './inputs.ts'
import { liveUnits } from './live-names.ts'

/** Both sides, and the comparison of them. */
export interface Sides {
  readonly inputs: CompareInputs
  readonly compared: Compared
}

/** The units of a complete object. Live objects have their own slug or folder name there. */
export function wholeUnits<K extends Kind>(sides: Sides, side: SideName, key: Key<K>): Units | undefined {
  const { inputs, compared } = sides
  const units = unitsAt(compared[side], key)
  const own = side === 'live' ? liveUnits(compared.live, inputs.live.facts, key) : []
  if (!units || own.length === 0) return units
  const changed = new Map([...units, ...own])
  return new Map([...changed].filter(([, value]) => value !== undefined))
}
