import type { PreviewBadges } from '@boardwright/pictures'
import { counted, plural } from '../../content/counted.ts'
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
    const { written, held } = tallyOf(told)
    // Edits that hold something are counted among what is held.
    const badge = { changes: written, held, hasDraft: drafts.has(page) && held === 0, isNew: created.has(page) }
    return [[isKind(page, 'report') ? page : idIn(page), badge] as const]
  })
  return Object.fromEntries(badges)
}

/** A plan in all, counted as the wall counts it: by dashboards. */
export function sayInAll(plan: Plan, sides: readonly Content[], badges = badgesOf(plan, sides)): string {
  const { objects, held, stops } = plan
  const onPage = onPageIn(plan, sides)
  const pages = pagesIn(sides)
  const shown = new Set<string>([...pages, ...pages.flatMap(onPage)])
  const elsewhere = [...objects, ...held].filter(({ key }) => !shown.has(key)).length
  const all = Object.values(badges)
  const [changed, waiting] = [all.filter(({ changes }) => changes > 0), all.filter((badge) => badge.held > 0)]
  const parts: readonly (readonly [number, string])[] = [
    [changed.length, plural(changed.length, 'dashboard changes', 'dashboards change')],
    [waiting.length, `${counted(waiting.length)} held`],
    [elsewhere, `${plural(elsewhere, 'change')} on no dashboard`],
    [stops.length, 'apply refuses the plan as it is'],
  ]
  const told = parts.filter(([count]) => count > 0).map(([, text]) => text)
  return told.length > 0 ? told.join(', ') : objects.length > 0 ? 'only publishing' : 'in sync'
}
