import type { PreviewBadges } from '@boardwright/pictures'
import { counted } from '../../content/counted.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { idIn } from '../../content/kinds.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { tallyOf, tellerOf } from '../../words/told.ts'
import { onPageIn } from './on-page.ts'

/** What a plan says about each dashboard and the reports on it, counted as where the two sides are compared. */
export function badgesOf(plan: Plan, sides: readonly Content[]): PreviewBadges {
  const { objects, held, left } = plan
  const named = new Set<string>([...objects, ...held, ...left].map(({ key }) => key))
  const created = new Set<string>(objects.flatMap(({ key, action }) => (action === 'create' ? [key] : [])))
  const drafts = new Set<string>([...held, ...left].flatMap(({ key, reason }) => (reason === 'draft' ? [key] : [])))
  const pages = new Set(sides.flatMap((side) => ofKind(side, 'workbook').map(({ key }) => key)))
  const onPage = onPageIn(plan, sides)
  const tell = tellerOf(plan)
  const badges = [...pages].flatMap((page) => {
    const told = onPage(page).flatMap((key) => (named.has(key) ? tell(key) : []))
    if (told.length === 0) return []
    const { written, held } = tallyOf(told)
    const badge = { changes: written, held, hasDraft: drafts.has(page), isNew: created.has(page) }
    return [[idIn(page), badge] as const]
  })
  return Object.fromEntries(badges)
}

/** What apply would do with all of it, in one line. */
export function sayInAll({ summary, stops }: Plan): string {
  const parts: readonly (readonly [number, string])[] = [
    [summary.create, 'create'],
    [summary.update, 'change'],
    [summary.delete, 'delete'],
    [summary.publish, 'publish'],
    [summary.held, 'hold'],
  ]
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${word} ${counted(count)}`)
  const does = told.length === 0 ? 'change nothing' : told.join(', ')
  return `apply would ${does}${stops.length === 0 ? '' : ', but refuses this plan as it is'}`
}
