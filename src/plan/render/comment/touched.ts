import type { Plan, PlannedObject } from '../../plan-file.ts'
import { kindOf } from '../facts.ts'
import type { Group } from '../objects.ts'

/** Whether a group of a plan is of the pull request, and not merely waiting to be applied. */
export type IsTouched = (group: Group) => boolean

/** These change what every file means. */
const FOR_ALL = /^boardwright\.yaml$|^targets\//

/**
 * By the files that it changes; a report brings every dashboard that shows it. What is deleted has no file any more and
 * is always told.
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

/** `reports/orders.yaml`, `reports/orders.sql` and `reports/orders.query.json` are of one report. */
const stemOf = (path: string): string => path.replace(/(\/[^/.]+)\.[^/]*$/, '$1')

interface Changed {
  readonly paths: ReadonlySet<string>
  readonly directories: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

function isChanged(object: PlannedObject, { paths, directories, stems }: Changed): boolean {
  const { file, action } = object
  if (action === 'delete' || file === undefined) return true
  switch (kindOf(object)) {
    case 'workbook':
      return directories.has(file)
    case 'folder':
      return paths.has(`${file}/folder.yaml`) || paths.has(file)
    case 'report':
      return stems.has(stemOf(file))
    case 'model':
      return paths.has(file)
  }
}
