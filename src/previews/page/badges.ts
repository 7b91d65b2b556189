import type { PreviewBadges } from '@boardwright/pictures'
import { counted } from '../../content/counted.ts'
import { type Content, ofKind } from '../../content/entity.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import type { Key } from '../../content/model.ts'
import type { Plan } from '../../plan/plan-file.ts'
import { tallyOf, tellerOf } from '../../words/told.ts'
import { isInNoWorkbook } from '../decide/pages.ts'
import { onPageIn } from './on-page.ts'

/** Dashboards, and reports in no workbook. */
const pagesIn = (sides: readonly Content[]): Key[] =>
  sides.flatMap((side) =>
    [...ofKind(side, 'workbook'), ...ofKind(side, 'report').filter(isInNoWorkbook)].map(({ key }) => key),
  )

const UNPUBLISHED: ReadonlySet<string> = new Set(['draft', 'edited-report', 'adopted-edit'])

/** What a plan says about each dashboard and the reports on it, counted as where the two sides are compared. */
export function badgesOf(plan: Plan, sides: readonly Content[]): PreviewBadges {
  const { objects, held, left } = plan
  const created = new Set<string>(objects.flatMap(({ key, action }) => (action === 'create' ? [key] : [])))
  const drafts = new Set<string>(
    [...held, ...left].flatMap(({ key, reason }) => (UNPUBLISHED.has(reason) ? [key] : [])),
  )
  const pages = new Set(pagesIn(sides))
  const onPage = onPageIn(plan, sides)
  const tell = tellerOf(plan)
  const badges = [...pages].flatMap((page) => {
    const told = onPage(page).flatMap(tell)
    if (told.length === 0) return []
    const { written, held, waiting } = tallyOf(told)
    const badge = { changes: written, held: held || waiting, hasDraft: drafts.has(page), isNew: created.has(page) }
    return [[isKind(page, 'report') ? page : idIn(page), badge] as const]
  })
  return Object.fromEntries(badges)
}

/** What the badges do not say of a plan: what it does to other objects, and whether apply refuses it. */
export function sayBeside(plan: Plan, sides: readonly Content[]): string {
  const { objects, held, stops } = plan
  const onPage = onPageIn(plan, sides)
  const pages = pagesIn(sides)
  const shown = new Set<string>([...pages, ...pages.flatMap(onPage)])
  const elsewhere = (all: readonly { readonly key: string }[]): number =>
    all.filter(({ key }) => !shown.has(key)).length
  const parts = [[elsewhere(objects), 'change'] as const, [elsewhere(held), 'hold'] as const]
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${word} ${counted(count)}`)
  const does = told.length === 0 ? [] : [`On no dashboard: apply would ${told.join(' and ')}.`]
  if (stops.length > 0) return [...does, 'apply refuses this plan as it is.'].join(' ')
  return objects.length + held.length === 0 ? 'Repo and live show the same.' : does.join('')
}
