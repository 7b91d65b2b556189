import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { Units } from '../content/units.ts'
import type { Compared } from './comparison.ts'
import { liveUnits } from './index-content.ts'
import type { CompareInputs, SideName } from './inputs.ts'

/** Both sides, and the comparison of them. */
export interface Sides {
  readonly inputs: CompareInputs
  readonly compared: Compared
}

/** A complete object of one side. */
export function wholeObject<K extends Kind>(
  { compared }: Pick<Sides, 'compared'>,
  side: SideName,
  key: Key<K>,
): Objects[K] | undefined {
  return compared[side].get(key)?.whole()
}

/** The units of a complete object. Live objects have their own slug or folder name there. */
export function wholeUnits<K extends Kind>(sides: Sides, side: SideName, key: Key<K>): Units | undefined {
  const object = wholeObject(sides, side, key)
  const units = object && OBJECTS[kindOf(key)].unitsOf(object)
  const { inputs, compared } = sides
  const own = side === 'live' ? liveUnits(compared.live, inputs.live.facts, key) : []
  if (!units || own.length === 0) return units
  const changed = new Map([...units, ...own])
  return new Map([...changed].filter(([, value]) => value !== undefined))
}
