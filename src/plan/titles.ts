import type { Content } from '../content/entity.ts'
import { idIn, isKind, type Key } from '../content/kinds.ts'
import { type Place, workbookKey } from '../content/model.ts'

type Sides = { readonly [Side in 'desired' | 'live']: Content }

/** An object's names, from the root down. */
export function titleOf({ desired, live }: Sides, key: Key): string[] {
  const object = desired.get(key) ?? live.get(key)
  if (!object) return [idIn(key)]
  const { workbook, folder = [] } = object.place
  const home = workbook === undefined ? folder : titleOf({ desired, live }, workbookKey(workbook))
  return [...home, object.name]
}

export function reportName({ desired, live }: Sides, key: Key): string {
  const report = isKind(key, 'report') ? (desired.get(key) ?? live.get(key)) : undefined
  return report ? `"${report.name}"` : `a report (id:${idIn(key)})`
}

export const placeIn = (all: Content, key: Key): Place | undefined => all.get(key)?.place

/** The workbook that an object is or will be in. */
export function workbookOf({ desired, live }: Sides, key: Key): Key<'workbook'> | undefined {
  const place = placeIn(desired, key) ?? placeIn(live, key)
  return place?.workbook === undefined ? undefined : workbookKey(place.workbook)
}
