import type { Indexed } from '../compare/index-content.ts'
import { idIn, type Key, type Kind, kindOf } from '../content/kinds.ts'
import { type Place, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'

type Sides = { readonly [Side in 'desired' | 'live']: Indexed }

/** An object's names, from the root down. */
export function titleOf<K extends Kind>({ desired, live }: Sides, key: Key<K>): string[] {
  const object = desired.get(key) ?? live.get(key)
  if (!object) return [idIn(key)]
  const { nameOf, placeOf } = OBJECTS[kindOf(key)]
  const { workbook, folder = [] } = placeOf(object)
  const home = workbook === undefined ? folder : titleOf({ desired, live }, workbookKey(workbook))
  return [...home, nameOf(object)]
}

export function reportName({ desired, live }: Sides, key: Key): string {
  const report = desired.reports.get(key) ?? live.reports.get(key)
  return report ? `"${report.name}"` : `a report (id:${idIn(key)})`
}

export function placeIn<K extends Kind>(index: Indexed, key: Key<K>): Place | undefined {
  const object = index.get(key)
  return object && OBJECTS[kindOf(key)].placeOf(object)
}

/** The workbook that an object is or will be in. */
export function workbookOf({ desired, live }: Sides, key: Key): Key<'workbook'> | undefined {
  const place = placeIn(desired, key) ?? placeIn(live, key)
  return place?.workbook === undefined ? undefined : workbookKey(place.workbook)
}
