import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { WholeObjects } from '../content/readable.ts'
import type { Units } from '../content/units.ts'
import { BoardwrightError } from '../errors.ts'
import type { Compared } from './compare.ts'
import { liveUnits } from './index-content.ts'
import type { PlanInputs } from './inputs.ts'

export interface Sides {
  readonly inputs: PlanInputs
  readonly compared: Compared
}
export type SideName = 'desired' | 'live'

/** A complete object of one side. `keysToRead` must list every object that a plan asks for here. */
export function wholeObject<K extends Kind>(
  { inputs, compared }: Sides,
  side: SideName,
  key: Key<K>,
): Objects[K] | undefined {
  const object = inputs.whole[side].get(key) as Objects[K] | undefined
  if (object === undefined && compared[side].has(key)) {
    throw new BoardwrightError('INTERNAL', `the plan asks for ${key}, which was not read`)
  }
  return object
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

export function unitsIn<K extends Kind>(objects: WholeObjects, key: Key<K>): Units | undefined {
  const object = objects.get(key) as Objects[K] | undefined
  return object && OBJECTS[kindOf(key)].unitsOf(object)
}
