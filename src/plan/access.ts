import { roleIn } from '../content/people.ts'
import { ALL } from '../content/policies.ts'
import { resourceIn } from '../content/role.ts'
import { audienceIn } from '../content/units.ts'
import type { PlannedObject, UnitChange } from './plan-file.ts'

/** Whom a plan lets see or get an object, and from whom it takes it. */
export interface AccessChange {
  readonly gains: readonly string[]
  readonly loses: readonly string[]
  /** How many more lose it whom the tree never named, because they joined in the UI. */
  readonly joined: number
  /** What whoever has a role may do more, and what no longer. No call says who has it. */
  readonly allows: readonly Grant[]
  readonly forbids: readonly Grant[]
  /** Where it was and where it goes: what is in a place is open to whom the place is. */
  readonly moves: { readonly from: AccessPlace; readonly to: AccessPlace } | undefined
}

/** Actions on a resource; of `All`, on each of its type. */
export interface Grant {
  readonly resourceType: string
  readonly resource: string
  readonly actions: readonly string[]
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
  everywhere = {},
}: Pick<PlannedObject, 'action' | 'units' | 'joined' | 'everywhere'>): AccessChange {
  return {
    gains: units.flatMap((change) => (change.before === undefined ? whoIn(change) : [])),
    loses: units.flatMap((change) => (change.after === undefined ? whoIn(change) : [])),
    joined,
    allows: grantsIn(units, everywhere, 'after', 'before'),
    forbids: grantsIn(units, everywhere, 'before', 'after'),
    moves: action === 'update' ? moveIn(units) : undefined,
  }
}

/** What one side of these units allows and the other does not, not even for all. */
function grantsIn(
  units: readonly UnitChange[],
  everywhere: NonNullable<PlannedObject['everywhere']>,
  side: 'before' | 'after',
  other: 'before' | 'after',
): Grant[] {
  const on = (which: 'before' | 'after', resourceType: string, resource: string): readonly string[] =>
    units.flatMap((change) => {
      const of = resourceIn(change.unit)
      return of?.resourceType === resourceType && of.resource === resource ? ((change[which] ?? []) as string[]) : []
    })
  return units.flatMap(({ unit, [side]: value = [] }): Grant[] => {
    const of = resourceIn(unit)
    if (!of) return []
    const { resourceType, resource } = of
    const others = new Set([
      ...on(other, resourceType, resource),
      ...on(other, resourceType, ALL),
      ...(everywhere[resourceType] ?? []),
    ])
    const actions = others.has(ALL) ? [] : (value as readonly string[]).filter((action) => !others.has(action))
    return actions.length === 0 ? [] : [{ resourceType, resource, actions }]
  })
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
