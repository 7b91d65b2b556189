import type { LiveNames } from '../compare/live-names.ts'
import type { Content } from '../content/entity.ts'
import { idIn, isKind, isOfAccount, type Key, kindOf } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'

type Sides = { readonly [Side in 'desired' | 'live']: Content } & {
  readonly liveNames?: ReadonlyMap<Key, LiveNames> | undefined
}

/** An object's names, from the root down. */
export function titleOf({ desired, live, liveNames }: Sides, key: Key): string[] {
  const object = desired.get(key) ?? live.get(key)
  if (!object) return [idIn(key)]
  const now = isOfAccount(kindOf(key)) && !desired.has(key) ? liveNames?.get(key)?.get('name') : undefined
  const { workbook, tenant, folder = tenant === undefined ? [] : [tenant] } = object.place
  const home = workbook === undefined ? folder : titleOf({ desired, live }, workbookKey(workbook))
  return [...home, now ?? object.name]
}

export function nameInside({ desired, live }: Sides, key: Key): string {
  const object = desired.get(key) ?? live.get(key)
  if (object === undefined) return `a ${OBJECTS[kindOf(key)].noun} (id:${idIn(key)})`
  return isKind(key, 'report') ? `"${object.name}"` : `the ${OBJECTS[kindOf(key)].noun} "${object.name}"`
}

/** The workbook that an object is or will be in. */
export function homeOf({ desired, live }: Sides, key: Key): Key<'workbook'> | undefined {
  const place = desired.get(key)?.place ?? live.get(key)?.place
  return place?.workbook === undefined ? undefined : workbookKey(place.workbook)
}
