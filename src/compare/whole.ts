import { unitsAt } from '../content/entity.ts'
import type { Key, Kind } from '../content/kinds.ts'
import type { Units } from '../content/units.ts'
import type { Compared } from './comparison.ts'
import type { CompareInputs, SideName } from './inputs.ts'

/** Both sides, and the comparison of them. */
export interface Sides {
  readonly inputs: CompareInputs
  readonly compared: Compared
}

/** The units of an object read in full. Those of live have the name and the place that it has there. */
export function wholeUnits<K extends Kind>({ compared }: Sides, side: SideName, key: Key<K>): Units | undefined {
  const units = unitsAt(compared[side], key)
  const names = side === 'live' ? compared.liveNames.get(key) : undefined
  if (!units || !names) return units
  const inLive = new Map([...units, ...names])
  return new Map([...inLive].filter(([, value]) => value !== undefined))
}
