import type { Key } from '../content/kinds.ts'
import { type ChangedFiles, namingOf, stemOfReport } from './naming.ts'
import type { CommonPlan, HeldObject, LeftObject, Unsealed } from './plan-file.ts'

/** Files that affect every other file. */
const FOR_ALL = /^boardwright\.yaml$|^targets\//

/**
 * The objects of a plan that come from this branch, rather than from an earlier one that is not applied yet: their files
 * changed, or they show a report whose file did. Deleted objects have no file, so they always count.
 */
export function touchedBy(
  changed: readonly string[] | undefined,
  { objects, held }: Pick<CommonPlan, 'objects' | 'held'>,
): (key: Key) => boolean {
  if (changed === undefined || changed.some((path) => FOR_ALL.test(path))) return () => true
  const paths = new Set(changed.map(withoutOverlay))
  const files = {
    paths,
    directories: new Set([...paths].flatMap(parentsOf)),
    stems: new Set([...paths].map(stemOfReport)),
  }
  const direct = objects.filter((object) => object.action === 'delete' || isChanged(object, files))
  const touched = new Set(direct.map(({ key }) => key))
  for (const { shownOn = [] } of direct) for (const { key } of shownOn) if (key !== undefined) touched.add(key)
  for (const { key, publish } of objects) if (publish?.reports.some((report) => touched.has(report))) touched.add(key)
  for (const each of held) if (each.what === 'delete' || isChanged(each, files)) touched.add(each.key)
  for (const { key, waitsFor = [] } of held) if (touched.has(key)) for (const other of waitsFor) touched.add(other)
  return (key) => touched.has(key)
}

const withoutOverlay = (path: string): string => path.replace(/^overlays\/[^/]+\//, '')

const parentsOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

const isChanged = ({ key, file }: Pick<HeldObject, 'key' | 'file'>, changed: ChangedFiles): boolean =>
  file === undefined || namingOf(key).isChanged(file, changed)

/** What was held before this branch is nothing that the branch has to wait for: it is left alone. */
export function asOfBranch<P extends Unsealed>(plan: P, changed: readonly string[] | undefined): P {
  if (changed === undefined) return plan
  const isTouched = touchedBy(changed, plan)
  const held = plan.held.filter(({ key }) => isTouched(key))
  const before = plan.held.filter(({ key }) => !isTouched(key)).map(leftAsBefore)
  return {
    ...plan,
    changed: [...changed],
    held,
    left: [...plan.left, ...before],
    summary: { ...plan.summary, held: new Set(held.map(({ key }) => key)).size },
  }
}

const leftAsBefore = ({ key, title, file, within, message }: HeldObject): LeftObject => ({
  ...{ key, title, reason: 'held-before', message, units: [] },
  ...(file === undefined ? {} : { file }),
  ...(within === undefined ? {} : { within }),
})
