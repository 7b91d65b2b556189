import { badRequest } from '../http/refusal.ts'

/** The five fields of a cron expression, in order, with the words that may replace numbers in each. */
export const FIELDS = [
  { name: 'minute', from: 0, to: 59, words: [] },
  { name: 'hour', from: 0, to: 23, words: [] },
  { name: 'day of the month', from: 1, to: 31, words: [] },
  {
    name: 'month',
    from: 1,
    to: 12,
    words: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  { name: 'day of the week', from: 0, to: 7, words: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
] as const
export type Field = (typeof FIELDS)[number]

/** One item of a field's list. `*` and a single value are ranges too. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly any: boolean
}

/** The fields of a cron expression, or 400. */
export function parseCron(text: string): Range[][] {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) throw badRequest(`customCron: "${text}" does not have five fields`)
  return FIELDS.map((field, place) => (parts[place] ?? '').split(',').map((item) => parseItem(item, field)))
}

function parseItem(item: string, field: Field): Range {
  const match = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(item)
  const refuse = () => badRequest(`customCron: "${item}" is not a ${field.name}`)
  if (!match) throw refuse()
  const [, any, first, last, every] = match
  const from = first === undefined ? field.from : readValue(first, field)
  const to =
    last === undefined ? (first === undefined || every !== undefined ? field.to : from) : readValue(last, field)
  const step = every === undefined ? 1 : Number(every)
  if (from === undefined || to === undefined || from > to || step < 1) throw refuse()
  return { from, to, step, any: any !== undefined }
}

function readValue(text: string, { from, to, words }: Field): number | undefined {
  const names: readonly string[] = words
  const named = names.indexOf(text.toUpperCase())
  const value = named >= 0 ? named + from : /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= from && value <= to ? value : undefined
}
