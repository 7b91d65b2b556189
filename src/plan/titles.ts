import type { Content } from '../content/entity.ts'
import { idIn, isKind, type Key } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'

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

/** The workbook that an object is or will be in. */
export function homeOf({ desired, live }: Sides, key: Key): Key<'workbook'> | undefined {
  const place = desired.get(key)?.place ?? live.get(key)?.place
  return place?.workbook === undefined ? undefined : workbookKey(place.workbook)
}
