import type { Plan, PlannedObject } from '../../plan-file.ts'
import { type Changed, renderRules, stemOf } from '../kinds.ts'
import type { Group } from '../objects.ts'

/**
 * Whether a group of the plan comes from this pull request, rather than from an earlier one that is not applied yet.
 */
export type IsTouched = (group: Group) => boolean

/** Files that affect every other file. */
const FOR_ALL = /^boardwright\.yaml$|^targets\//

/**
 * A group is touched if one of its files changed, or if it shows a report that did. Deleted objects have no file, so
 * they always count.
 */
export function touchedBy(changed: readonly string[] | undefined, { objects }: Plan): IsTouched {
  if (changed === undefined || changed.some((path) => FOR_ALL.test(path))) return () => true
  const paths = new Set(changed.map(withoutOverlay))
  const directories = new Set([...paths].flatMap(parentsOf))
  const stems = new Set([...paths].map(stemOf))
  const direct = objects.filter((object) => isChanged(object, { paths, directories, stems }))
  const touched = new Set<string>(direct.map(({ key }) => key))
  for (const { shownOn = [] } of direct) for (const { key } of shownOn) if (key !== undefined) touched.add(key)
  for (const { key, publish } of objects) if (publish?.reports.some((report) => touched.has(report))) touched.add(key)
  return ({ head, reports }) => touched.has(head.key) || reports.some(({ key }) => touched.has(key))
}

const withoutOverlay = (path: string): string => path.replace(/^overlays\/[^/]+\//, '')

const parentsOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

const isChanged = ({ key, file, action }: PlannedObject, changed: Changed): boolean =>
  action === 'delete' || file === undefined || renderRules(key).isChanged(file, changed)
