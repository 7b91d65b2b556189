import { listed } from '../../content/counted.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Key } from '../../content/kinds.ts'
import { touchedBy } from '../../plan/branch.ts'
import { placeTold, type ToldPlan } from '../../plan/fleet.ts'
import { fullName } from '../../plan/naming.ts'
import type { CommonPlan } from '../../plan/plan-file.ts'
import { type Group, groupsInTurn } from '../objects.ts'
import type { PictureFiles } from '../pictures.ts'
import { type Block, blockOf } from './block.ts'

/** A block, and the targets that it applies to. */
export interface Section extends Omit<Block, 'notice'> {
  readonly where: readonly string[]
  /** The names of its targets, unless it applies to all of them. */
  readonly only: string
  readonly notices: readonly string[]
  readonly images?: Images
}

export interface Image {
  readonly name: string
  readonly url: string
}

/** Where its pictures are: of each widget that shows something else, and of the dashboard. */
export interface Images {
  readonly whole: Image
  readonly hasMoves: boolean
  readonly widgets: readonly Image[]
}

/** With the pictures of something that has any, where a comment can show them. */
export type ImagesOf = (name: string, files: PictureFiles | undefined) => Images | undefined

export interface Sections {
  /** What this pull request changes. */
  readonly own: readonly Section[]
  /** Names of objects that earlier pull requests changed and that are not applied yet. */
  readonly waiting: readonly string[]
}

/** What this pull request changes, apart from what earlier ones left to apply. */
export function ownGroups(
  plan: CommonPlan,
  changed: readonly string[] | undefined,
): { readonly own: readonly Group[]; readonly waiting: readonly Group[] } {
  const isTouched = touchedBy(changed, plan)
  const isOwn = ({ head, reports }: Group): boolean => [head, ...reports].some(({ key }) => isTouched(key))
  const groups = groupsInTurn(plan)
  return { own: groups.filter(isOwn), waiting: groups.filter((group) => !isOwn(group)) }
}

/** Shows a change only once if it is the same in several targets. */
export function sectionsOf(plans: readonly ToldPlan[], changed: readonly string[] | undefined): Sections {
  const byKey = new Map<Key, { readonly plan: ToldPlan; readonly block: Block }[]>()
  const waiting = new Map<Key, string>()
  for (const plan of plans) {
    const groups = ownGroups(plan, changed)
    for (const { head } of groups.waiting) waiting.set(head.key, fullName(head))
    for (const group of groups.own) {
      const block = blockOf(group, plan)
      byKey.set(block.key, [...(byKey.get(block.key) ?? []), { plan, block }])
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
  const versions = groupBy(told, ({ block: { notice: _, pictures: __, ...rest } }) => JSON.stringify(rest))
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
