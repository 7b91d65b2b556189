import { roleIn } from '../content/people.ts'
import { audienceIn } from '../content/units.ts'
import type { PlannedObject, UnitChange } from './plan-file.ts'

/** Whom a plan lets see or get an object, and from whom it takes it. */
export interface AccessChange {
  readonly gains: readonly string[]
  readonly loses: readonly string[]
  /** How many more lose it whom the tree never named, because they joined in the UI. */
  readonly joined: number
  /** Where it was and where it goes: what is in a place is open to whom the place is. */
  readonly moves: { readonly from: AccessPlace; readonly to: AccessPlace } | undefined
}

/** A workbook by its slug, or a folder by its path. */
export interface AccessPlace {
  readonly workbook?: unknown
  readonly folder?: unknown
}

export function accessOf({
  action,
  units,
  joined = 0,
}: Pick<PlannedObject, 'action' | 'units' | 'joined'>): AccessChange {
  return {
    gains: units.flatMap((change) => (change.before === undefined ? whoIn(change) : [])),
    loses: units.flatMap((change) => (change.after === undefined ? whoIn(change) : [])),
    joined,
    moves: action === 'update' ? moveIn(units) : undefined,
  }
}

function moveIn(units: readonly UnitChange[]): AccessChange['moves'] {
  const places = units.filter(({ unit }) => unit === 'folder' || unit === 'workbook')
  const on = (side: 'before' | 'after') => Object.fromEntries(places.map((change) => [change.unit, change[side]]))
  return places.length === 0 ? undefined : { from: on('before'), to: on('after') }
}

function whoIn({ unit, before, after }: UnitChange): string[] {
  if (roleIn(unit) !== undefined) return [String(after ?? before)]
  const audience = audienceIn(unit)
  if (audience === undefined) return []
  return [audience === '*' ? 'all embed users' : `tenant ${audience}`]
}
