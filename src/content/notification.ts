import { canonicalText, digestOfValue } from './digest.ts'
import { type PickSide, pickKeys } from './merge.ts'
import type { Notification } from './model.ts'
import { present, type Units, unlessEmpty } from './units.ts'

export const normalEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Each recipient is a unit, so that people come and go one by one, in any order. The ledger is read by more people than
 * the recipients are: it has a digest where the unit's name would be an address.
 */
export const recipientUnit = (email: string): string => `${RECIPIENT}${digestOfValue(normalEmail(email))}`

const RECIPIENT = 'recipient '
export const isRecipient = (unit: string): boolean => unit.startsWith(RECIPIENT)

const WHEN = ['schedule', 'timezone'] as const
const HOW = ['enabled', 'format', 'send', 'aiSummary'] as const
const CONTROLS = ['filters', 'timeGrains', 'memberSwitchers'] as const

/** In the order in which a plan shows them: when, to whom, and how. */
export const unitsOfNotification = (notification: Notification): Units =>
  present([
    ['workbook', notification.workbook],
    ...WHEN.map((key) => [key, notification[key]] as const),
    ...(notification.recipients ?? []).map((email) => [recipientUnit(email), normalEmail(email)] as const),
    ...HOW.map((key) => [key, notification[key]] as const),
    ...CONTROLS.map((key) => [key, unlessEmpty(notification[key])] as const),
  ])

export function mergeNotification(repo: Notification, live: Notification, pick: PickSide): Notification {
  const { recipients: declared, ...own } = repo
  const { recipients: seen = [], ...theirs } = live
  const merged = pickKeys(own, theirs, pick) as Notification
  if (declared === undefined) return merged
  const wanted = new Set(seen.map(recipientUnit))
  const isKept = (email: string): boolean => {
    const unit = recipientUnit(email)
    return pick(unit) === 'repo' || wanted.has(unit)
  }
  const known = new Set(declared.map(recipientUnit))
  const joined = seen.filter((email) => !known.has(recipientUnit(email)) && pick(recipientUnit(email)) === 'live')
  return { ...merged, recipients: [...declared.filter(isKept), ...joined] }
}

/** What makes two schedules of a workbook the same for people: when, and what of it, is sent. */
export const scheduledAs = (notification: Notification): string =>
  canonicalText([...unitsOfNotification(notification)].filter(([unit]) => unit !== 'enabled' && !isRecipient(unit)))
