import { canonicalText } from './digest.ts'
import { type PickSide, pickKeys } from './merge.ts'
import type { Notification } from './model.ts'
import { mergePeople, peopleWith, personUnit, roleIn, unitsOfPeople } from './people.ts'
import { present, type Units, unlessEmpty } from './units.ts'
import { type UnitValue, withValues } from './with-units.ts'

export const recipientUnit = (email: string): string => personUnit('recipient', email)
export const isRecipient = (unit: string): boolean => roleIn(unit) === 'recipient'

const WHEN = ['schedule', 'timezone'] as const
const HOW = ['enabled', 'format', 'send', 'aiSummary'] as const
const CONTROLS = ['filters', 'timeGrains', 'memberSwitchers'] as const

/** In the order in which a plan shows them: when, to whom, and how. */
export const unitsOfNotification = (notification: Notification): Units =>
  present([
    ['workbook', notification.workbook],
    ...WHEN.map((key) => [key, notification[key]] as const),
    ...unitsOfPeople('recipient', notification.recipients),
    ...HOW.map((key) => [key, notification[key]] as const),
    ...CONTROLS.map((key) => [key, unlessEmpty(notification[key])] as const),
  ])

export function mergeNotification(repo: Notification, live: Notification, pick: PickSide): Notification {
  const { recipients: declared, ...own } = repo
  const { recipients: seen = [], ...theirs } = live
  const merged = pickKeys(own, theirs, pick) as Notification
  return declared === undefined ? merged : { ...merged, recipients: mergePeople('recipient', declared, seen, pick) }
}

/** The inverse of `unitsOfNotification`: the same schedule with some units replaced. */
export function notificationWith(notification: Notification, changes: readonly UnitValue[]): Notification {
  const { recipients, ...own } = notification
  const [people, values] = [changes.filter(isOfPerson), changes.filter((change) => !isOfPerson(change))]
  const back = peopleWith('recipient', recipients ?? [], people)
  return {
    ...withValues(own, values),
    ...(recipients === undefined && people.length === 0 ? {} : { recipients: back }),
  }
}

const isOfPerson = ({ unit }: UnitValue): boolean => isRecipient(unit)

/** What makes two schedules of a workbook the same for people: when, and what of it, is sent. */
export const scheduledAs = (notification: Notification): string =>
  canonicalText([...unitsOfNotification(notification)].filter(([unit]) => unit !== 'enabled' && !isRecipient(unit)))
