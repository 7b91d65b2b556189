import { unitsAt } from '../content/entity.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { Units } from '../content/units.ts'
import type { Compared } from './comparison.ts'
import type { CompareInputs, SideName } from './inputs.ts'
import { unitsUnlikeKey } from './live-names.ts'

/** Both sides, and the comparison of them. */
export interface Sides {
  readonly inputs: CompareInputs
  readonly compared: Compared
}

/** The units of an object read in full. Those of live have the name and the place that it has there. */
export function wholeUnits<K extends Kind>(sides: Sides, side: SideName, key: Key<K>): Units | undefined {
  const { inputs, compared } = sides
  const units = unitsAt(compared[side], key)
  const own = side === 'live' ? unitsUnlikeKey(compared.live, inputs.live.facts, key) : []
  if (!units || own.length === 0) return units
  const changed = new Map([...units, ...own])
  return new Map([...changed].filter(([, value]) => value !== undefined))
}
