import { createHash } from 'node:crypto'
import type { NotificationDto } from '@boardwright/platform'
import { namesInLedgers } from '../../base/carried.ts'
import { ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Key } from '../../content/kinds.ts'
import { notificationKey } from '../../content/model.ts'
import { scheduledAs } from '../../content/notification.ts'
import { notificationFromWire } from '../map/notification.ts'
import type { NameSources } from './types.ts'

/**
 * A schedule has no name on the platform. It is found by the ledger of its workbook, and then by what it says: a run
 * that ended between a create and its record has left one that says the same. Any other gets a name made from its
 * number, which stays the same while people edit it.
 */
export function nameNotifications(
  rows: readonly NotificationDto[],
  { names, declared, deployment, projectId }: NameSources,
): ReadonlyMap<number, Key<'notification'>> {
  const found = new Map<number, string>()
  const workbookOf = ({ dashboardId }: NotificationDto): string | undefined =>
    names.slugOf(names.workbookShowing(dashboardId) ?? 0)
  const live = new Map(rows.map((row) => [row.id, row]))
  const { numbersOf, namesOf } = namesInLedgers(names.ledgers, 'notification')
  for (const { id } of rows) {
    const [slug, another] = namesOf(id)
    const isOnly = slug !== undefined && numbersOf(slug).filter((number) => live.has(number)).length === 1
    if (isOnly && another === undefined) found.set(id, slug)
  }
  const unnamed = rows.flatMap((row): { row: NotificationDto; workbook: string; derived: string }[] => {
    const workbook = workbookOf(row)
    if (workbook === undefined || found.has(row.id)) return []
    return [{ row, workbook, derived: derivedSlug(workbook, `${projectId} ${deployment} ${row.id}`) }]
  })
  const taken = new Set([...found.values(), ...unnamed.map(({ derived }) => derived)])
  const waiting = groupBy(
    ofKind(declared, 'notification').filter(({ own }) => !taken.has(own.slug)),
    ({ whole }) => scheduledAs(whole()),
  )
  for (const { row, workbook, derived } of unnamed) {
    const isDeclared = declared.has(notificationKey(derived))
    const alike = isDeclared ? undefined : waiting.get(scheduledAs(notificationFromWire(row, '', workbook)))?.shift()
    found.set(row.id, alike?.own.slug ?? derived)
  }
  return new Map([...found].map(([id, slug]) => [id, notificationKey(slug)]))
}

const derivedSlug = (workbook: string, of: string): string =>
  `${workbook}-${createHash('sha256').update(`notification\n${of}`).digest('hex').slice(0, 8)}`
