import type { PreviewBadges } from '@boardwright/pictures'
import { counted } from '../../content/counted.ts'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import type { Plan } from '../../plan/plan-file.ts'

interface Named {
  readonly key: Key
  readonly within?: Key | undefined
}

/** What a plan says about each dashboard and its reports, counted. */
export function badgesOf({ objects, held, left }: Plan): PreviewBadges {
  const badges = new Map<string, { changes: number; held: number; hasDraft: boolean; isNew: boolean }>()
  const badgeOf = ({ key, within }: Named) => {
    const page = isKind(key, 'workbook') ? key : within
    if (page === undefined) return undefined
    const known = badges.get(idIn(page)) ?? { changes: 0, held: 0, hasDraft: false, isNew: false }
    badges.set(idIn(page), known)
    return known
  }
  for (const object of objects) {
    const badge = badgeOf(object)
    if (badge) badge.changes += Math.max(object.units.length, object.publish ? 0 : 1)
    if (badge && isKind(object.key, 'workbook') && object.action === 'create') badge.isNew = true
  }
  for (const object of held) {
    const badge = badgeOf(object)
    if (badge) badge.held += 1
    if (badge && object.reason === 'draft') badge.hasDraft = true
  }
  for (const object of left) {
    if (object.reason !== 'draft') continue
    const badge = badgeOf(object)
    if (badge) badge.hasDraft = true
  }
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
