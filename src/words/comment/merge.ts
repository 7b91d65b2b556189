import { listed } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Key } from '../../content/kinds.ts'
import { placeTold, type ToldPlan } from '../../plan/fleet.ts'
import { type ChangedFiles, namingOf, stemOfReport } from '../../plan/naming.ts'
import type { CommonPlan, PlannedObject } from '../../plan/plan-file.ts'
import { type Group, groupsInTurn } from '../objects.ts'
import { type Block, blockOf } from './block.ts'

/** A block, and the targets that it applies to. */
export interface Section extends Omit<Block, 'notice'> {
  readonly where: readonly string[]
  /** The names of its targets, unless it applies to all of them. */
  readonly only: string
  readonly notices: readonly string[]
  /** URL of its picture. */
  readonly image?: string
}

export interface Sections {
  /** What this pull request changes. */
  readonly own: readonly Section[]
  /** Names of objects that earlier pull requests changed and that are not applied yet. */
  readonly waiting: readonly string[]
}

/** Shows a change only once if it is the same in several targets. */
export function sectionsOf(plans: readonly ToldPlan[], changed: readonly string[] | undefined): Sections {
  const byKey = new Map<Key, { readonly plan: ToldPlan; readonly block: Block }[]>()
  const waiting = new Map<Key, string>()
  for (const plan of plans) {
    const isTouched = touchedBy(changed, plan)
    for (const group of groupsInTurn(plan)) {
      const block = blockOf(group, plan)
      if (!isTouched(group)) waiting.set(block.key, block.name)
      else byKey.set(block.key, [...(byKey.get(block.key) ?? []), { plan, block }])
    }
  }
  const own = [...byKey.values()].flatMap((told) => merged(told, plans))
  const ownKeys = new Set(own.map(({ key }) => key))
  return { own, waiting: [...waiting].filter(([key]) => !ownKeys.has(key)).map(([, name]) => name) }
}

function merged(
  told: readonly { readonly plan: ToldPlan; readonly block: Block }[],
  plans: readonly ToldPlan[],
): Section[] {
  const versions = groupBy(told, ({ block: { notice: _, picture: __, ...rest } }) => JSON.stringify(rest))
  return [...versions.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { notice: _, ...block } = first.block
    const where = same.map(({ plan }) => placeTold(plan))
    const only = where.length === plans.length ? '' : listed(where)
    return [{ ...block, where, only, notices: noticesOf(same) }]
  })
}

/** Who notices: once if the answer is the same everywhere, otherwise per target. */
function noticesOf(same: readonly { readonly plan: ToldPlan; readonly block: Block }[]): string[] {
  const told = same.flatMap(({ plan, block }) =>
    block.notice === undefined ? [] : [{ where: placeTold(plan), notice: block.notice }],
  )
  const distinct = [...new Set(told.map(({ notice }) => notice))]
  if (distinct.length < 2) return distinct
  return told.map(({ where, notice }) => notice.replace('Who notices:', `Who notices in ${where}:`))
}

/**
 * Whether a group of the plan comes from this pull request, rather than from an earlier one that is not applied yet.
 */
type IsTouched = (group: Group) => boolean

/** Files that affect every other file. */
const FOR_ALL = /^boardwright\.yaml$|^targets\//

/**
 * A group is touched if one of its files changed, or if it shows a report that did. Deleted objects have no file, so
 * they always count.
 */
function touchedBy(changed: readonly string[] | undefined, { objects }: CommonPlan): IsTouched {
  if (changed === undefined || changed.some((path) => FOR_ALL.test(path))) return () => true
  const paths = new Set(changed.map(withoutOverlay))
  const directories = new Set([...paths].flatMap(parentsOf))
  const stems = new Set([...paths].map(stemOfReport))
  const direct = objects.filter((object) => isChanged(object, { paths, directories, stems }))
  const touched = new Set(direct.map(({ key }) => key))
  for (const { shownOn = [] } of direct) for (const { key } of shownOn) if (key !== undefined) touched.add(key)
  for (const { key, publish } of objects) if (publish?.reports.some((report) => touched.has(report))) touched.add(key)
  return ({ head, reports }) => touched.has(head.key) || reports.some(({ key }) => touched.has(key))
}

const withoutOverlay = (path: string): string => path.replace(/^overlays\/[^/]+\//, '')

const parentsOf = (path: string): string[] => {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

const isChanged = ({ key, file, action }: PlannedObject, changed: ChangedFiles): boolean =>
  action === 'delete' || file === undefined || namingOf(key).isChanged(file, changed)
