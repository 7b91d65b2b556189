import type { Content } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Key } from '../../content/model.ts'
import type { Plan } from '../../plan/plan-file.ts'

/** What of a plan is about a page: the dashboard itself, the reports that it shows, and the others in its workbook. */
export function onPageIn({ objects, held, left }: Plan, sides: readonly Content[]): (page: Key) => readonly Key[] {
  const inside = groupBy([...objects, ...held, ...left], ({ within }) => within)
  return (page) => {
    const shown = sides.flatMap((side) => side.get(page)?.references ?? []) as Key[]
    return [...new Set([page, ...shown, ...(inside.get(page) ?? []).map(({ key }) => key)])]
  }
}
