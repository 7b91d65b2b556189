import type { CronRange } from '@boardwright/platform/query'
import { parseCron } from './cron.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  '',
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** A cron expression in words: `At 07:00, Monday through Friday`. */
export function describeCron(cron: string): string {
  const [minute = [], hour = [], day = [], month = [], weekday = []] = parseCron(cron)
  const days = [describeDays(day), describeNamed(weekday, DAYS, 'on', 'days of the week')]
  return [describeTime(minute, hour), ...days, describeNamed(month, MONTHS, 'in', 'months')].filter(Boolean).join(', ')
}

const isAny = (list: readonly CronRange[]): boolean => list.some(({ any, step }) => any && step === 1)
const everyOf = (list: readonly CronRange[]): number | undefined =>
  list.length === 1 && list[0]?.any === true ? list[0].step : undefined
const isSingle = ({ from, to }: CronRange): boolean => from === to
const two = (value: number): string => String(value).padStart(2, '0')

function describeTime(minute: readonly CronRange[], hour: readonly CronRange[]): string {
  if (minute.every(isSingle) && hour.every(isSingle)) {
    return `At ${join(hour.flatMap(({ from: h }) => minute.map(({ from: m }) => `${two(h)}:${two(m)}`)))}`
  }
  const step = everyOf(hour)
  if (step !== undefined && step > 1 && isOnTheHour(minute)) return `Every ${step} hours`
  return [describeMinutes(minute), describeHours(hour)].filter(Boolean).join(', ')
}

const isOnTheHour = (minute: readonly CronRange[]): boolean => minute.length === 1 && minute[0]?.to === 0

function describeMinutes(minute: readonly CronRange[]): string {
  const step = everyOf(minute)
  if (step === 1) return 'Every minute'
  if (step !== undefined) return `Every ${step} minutes`
  if (isOnTheHour(minute)) return 'Every hour'
  return `At ${join(minute.map((range) => span(range, String)))} minutes past the hour`
}

function describeHours(hour: readonly CronRange[]): string {
  if (isAny(hour)) return ''
  const step = everyOf(hour)
  if (step !== undefined) return `every ${step} hours`
  return join(hour.map((range) => (isSingle(range) ? `at ${two(range.from)}:00` : between(range))))
}

const between = ({ from, to, step }: CronRange): string =>
  `${step > 1 ? `every ${step} hours ` : ''}between ${two(from)}:00 and ${two(to)}:59`

function describeDays(day: readonly CronRange[]): string {
  if (isAny(day)) return ''
  const step = everyOf(day)
  if (step !== undefined) return `every ${step} days`
  return `on day ${join(day.map((range) => span(range, String)))} of the month`
}

function describeNamed(
  list: readonly CronRange[],
  names: readonly string[],
  preposition: string,
  unit: string,
): string {
  if (isAny(list)) return ''
  const step = everyOf(list)
  if (step !== undefined) return `every ${step} ${unit}`
  const shown = join(list.map((range) => span(range, (value) => names[value] ?? '')))
  return list.length === 1 && list[0] && !isSingle(list[0]) ? shown : `only ${preposition} ${shown}`
}

const span = ({ from, to, step }: CronRange, show: (value: number) => string): string => {
  const shown = from === to ? show(from) : `${show(from)} through ${show(to)}`
  return step > 1 ? `every ${step} of ${shown}` : shown
}

function join(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}
