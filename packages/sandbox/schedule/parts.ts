import type { UpdateNotificationInput } from '@boardwright/platform'
import { badRequest } from '../http/refusal.ts'
import { parseCron } from './cron.ts'

/** The schedule in a request. It is sent in parts, and only its cron expression is kept and shown. */
export type SentSchedule = Pick<
  UpdateNotificationInput,
  'scheduleType' | 'customCron' | 'minute' | 'hour' | 'dayOfWeek' | 'dayOfMonth'
>

const PARTS = {
  minute: { from: 0, to: 59, initial: 0 },
  hour: { from: 0, to: 23, initial: 0 },
  dayOfMonth: { from: 1, to: 31, initial: 1 },
  dayOfWeek: { from: 0, to: 6, initial: 0 },
} as const
type Part = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as Part[]

/** The parts of each type, in the order of cron's fields. The other fields are `*`. */
const CRON = [
  { type: 'HOURLY', pattern: /^(\d+) \* \* \* \*$/, parts: ['minute'] },
  { type: 'DAILY', pattern: /^(\d+) (\d+) \* \* \*$/, parts: ['minute', 'hour'] },
  { type: 'WEEKLY', pattern: /^(\d+) (\d+) \* \* ([0-6])$/, parts: ['minute', 'hour', 'dayOfWeek'] },
  { type: 'MONTHLY', pattern: /^(\d+) (\d+) (\d+) \* \*$/, parts: ['minute', 'hour', 'dayOfMonth'] },
] as const satisfies readonly { type: string; pattern: RegExp; parts: readonly Part[] }[]

type Parts = Readonly<Partial<Record<Part, number>>>

/** The parts of a stored schedule; `CUSTOM` if it is none of the simple types. */
function readParts(cron: string): { type: string; parts: Parts } {
  for (const { type, pattern, parts } of CRON) {
    const match = pattern.exec(cron)
    if (match) return { type, parts: Object.fromEntries(parts.map((part, at) => [part, Number(match[at + 1])])) }
  }
  return { type: 'CUSTOM', parts: {} }
}

/** The cron expression after a request. `stored` is undefined for a new schedule. */
export function nextCron(stored: string | undefined, sent: SentSchedule): string {
  const now = stored === undefined ? undefined : readParts(stored)
  const { customCron } = sent
  const type = sent.scheduleType ?? (customCron == null ? now?.type : 'CUSTOM')
  const times = Object.fromEntries(PART_NAMES.map((part) => [part, sent[part]]).filter(([, value]) => value != null))
  for (const [part, value] of Object.entries(times)) checkPart(part as Part, value as number)

  if (type === 'CUSTOM') return customOf(stored, now?.type, sent, Object.keys(times))
  if (customCron != null) throw badRequest('customCron: is for the scheduleType CUSTOM')
  const shape = CRON.find((simple) => simple.type === type)
  if (!shape) throw badRequest('scheduleType: is missing')
  const all: Parts = { ...now?.parts, ...times }
  const parts: readonly Part[] = shape.parts
  const field = (part: Part): string => (parts.includes(part) ? String(all[part] ?? PARTS[part].initial) : '*')
  return `${field('minute')} ${field('hour')} ${field('dayOfMonth')} * ${field('dayOfWeek')}`
}

function customOf(stored: string | undefined, type: string | undefined, sent: SentSchedule, times: readonly string[]) {
  if (sent.customCron != null) {
    parseCron(sent.customCron)
    return sent.customCron.trim().split(/\s+/).join(' ')
  }
  if (stored === undefined || (sent.scheduleType === 'CUSTOM' && type !== 'CUSTOM')) {
    throw badRequest('customCron: is required with the scheduleType CUSTOM')
  }
  if (times.length > 0) throw badRequest(`${times[0]}: the schedule is CUSTOM, so say which scheduleType is meant`)
  return stored
}

function checkPart(part: Part, value: number): void {
  const { from, to } = PARTS[part]
  if (value < from || value > to) throw badRequest(`${part}: must be from ${from} to ${to}`)
}

/** A time zone that this machine knows, or 400. */
export function checkTimezone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch (cause) {
    if (cause instanceof RangeError) throw badRequest(`timezone: "${name}" is not a time zone`)
    throw cause
  }
}
