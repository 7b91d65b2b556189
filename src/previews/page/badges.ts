import type { PreviewBadges } from '@boardwright/pictures'
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
