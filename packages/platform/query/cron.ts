/** The five fields of a cron expression, in order, with the words that may replace numbers in each. */
const FIELDS = [
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
type Field = (typeof FIELDS)[number]

/** One item of a field's list. `*` and a single value are ranges too. */
export interface CronRange {
  readonly from: number
  readonly to: number
  readonly step: number
  readonly any: boolean
}

/** The fields of a cron expression, or what is wrong with it. */
export function parseCron(text: string): readonly (readonly CronRange[])[] | string {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) return `"${text}" does not have five fields`
  const fields: CronRange[][] = []
  for (const [place, field] of FIELDS.entries()) {
    const items = (parts[place] ?? '').split(',').map((item) => parseItem(item, field))
    const wrong = items.find((item) => typeof item === 'string')
    if (wrong !== undefined) return wrong
    fields.push(items as CronRange[])
  }
  return fields
}

function parseItem(item: string, field: Field): CronRange | string {
  const refused = `"${item}" is not a ${field.name}`
  const match = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(item)
  if (!match) return refused
  const [, any, first, last, every] = match
  const from = first === undefined ? field.from : readValue(first, field)
  const to =
    last === undefined ? (first === undefined || every !== undefined ? field.to : from) : readValue(last, field)
  const step = every === undefined ? 1 : Number(every)
  if (from === undefined || to === undefined || from > to || step < 1) return refused
  return { from, to, step, any: any !== undefined }
}

function readValue(text: string, { from, to, words }: Field): number | undefined {
  const names: readonly string[] = words
  const named = names.indexOf(text.toUpperCase())
  const value = named >= 0 ? named + from : /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= from && value <= to ? value : undefined
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** What is wrong with a schedule: it cannot be read, or it names only days that no year has. */
export function cronProblem(text: string): string | undefined {
  const fields = parseCron(text)
  if (typeof fields === 'string') return fields
  const [, , days = [], months = [], weekdays = []] = fields
  // A day of the week is enough: a schedule that names both fires on either.
  if (!weekdays.every(({ any }) => any)) return undefined
  const fires = LONGEST_MONTHS.some((last, month) => has(months, month + 1) && days.some(({ from }) => from <= last))
  return fires ? undefined : `"${text}" never fires: no year has such a day`
}

const has = (ranges: readonly CronRange[], value: number): boolean =>
  ranges.some(({ from, to, step }) => value >= from && value <= to && (value - from) % step === 0)
