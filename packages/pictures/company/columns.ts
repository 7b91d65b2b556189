import { DAY_MS, eventDays, eventTimes, startOf, TODAY } from './calendar.ts'
import type { ColumnFacts } from './facts.ts'
import { type Make, type Subjects, seedFor } from './subjects.ts'
import { isOfProduct, makeText } from './texts.ts'
import { byRow, chance, oneOf, seedOf, type Value } from './values.ts'
import { placeOf } from './words.ts'

/** Plausible values for a column, judging by its name and by what the model says about it. */
export function makeColumn(subjects: Subjects, column: string, facts: ColumnFacts | undefined): readonly Value[] {
  const make = makerOf(subjects, column.toLowerCase(), facts)
  return byRow(subjects.size, make)
}

function makerOf(subjects: Subjects, column: string, facts: ColumnFacts | undefined): Make {
  const type = facts?.type ?? typeByName(column)
  const make = MAKERS[type](subjects, column, facts)
  if (!mayLack(facts)) return make
  const seed = seedOf(`${column} null`)
  const at = isOfProduct(column) ? subjects.productAt : (row: number) => row
  return (row) => (chance(seed, at(row)) < 0.35 ? null : make(row))
}

const mayLack = (facts: ColumnFacts | undefined): boolean =>
  facts?.isOptional === true || /\bnull\b/i.test(facts?.description ?? '')

const NUMBER =
  /^(lat|lon|lng)|latitude|longitude|amount|price|cost|quantity|qty|count|revenue|total|rate$|share|percent|ratio|probability|balance|inflow|outflow|margin|value|score|duration|minutes|seconds|units|sales$|budget|on_hand|discount|^[a-z]$/

const typeByName = (column: string): NonNullable<ColumnFacts['type']> => {
  if (/^(is|has|can|was)_/.test(column)) return 'boolean'
  if (/(_at|_on|^at|^on|date|^day|timestamp|time|week|month)$/.test(column)) return 'time'
  return NUMBER.test(column) ? 'number' : 'string'
}

const MAKERS: Readonly<
  Record<NonNullable<ColumnFacts['type']>, (subjects: Subjects, column: string, facts: ColumnFacts | undefined) => Make>
> = {
  boolean: (subjects, column) => {
    const seed = seedFor(subjects, column)
    return (row) => chance(seed, row) < 0.3
  },
  time: (subjects, column) => makeTime(subjects, column),
  number: (subjects, column, facts) => {
    const number = numberMaker(subjects, column)
    const seed = seedOf(`${subjects.table} negative`)
    return facts?.isSigned ? (row) => (chance(seed, row) < 0.04 ? -number(row) : number(row)) : number
  },
  string: (subjects, column, facts) => makeText(subjects, column, facts),
}

interface Span {
  readonly pattern: RegExp
  /** In days before today, negative for the future: the first and the last. */
  readonly between: readonly [number, number]
}

/** Times of a thing, not of an event. */
const SPANS: readonly Span[] = [
  { pattern: /expected|due|planned|renew|next|forecast|valid_to/, between: [30, -270] },
  { pattern: /last|latest|recent/, between: [160, 0] },
  { pattern: /first|since|joined|sign_?up|birth|hired|valid_from/, between: [1500, 60] },
]
const LATER = /ship|deliver|paid|clos|resolv|ended|complet|updat|finish/

const spanOf = (column: string): Span | undefined => SPANS.find(({ pattern }) => pattern.test(column))

/** The event behind a row. */
const eventAt = (row: number, size: number, events: number): number => Math.floor((row * events) / size)

/** The day of each row, by number, if the column says when an event happened. Undefined for any other column. */
export function daysInColumn(
  { rows, size }: Subjects,
  name: string,
  facts: ColumnFacts | undefined,
): Int32Array | undefined {
  const column = name.toLowerCase()
  if ((facts?.type ?? 'time') !== 'time' || mayLack(facts) || rows === 'entities') return undefined
  if (spanOf(column) || LATER.test(column)) return undefined
  const { ends, count } = eventDays()
  const found = new Int32Array(size)
  for (let [row, day] = [0, 0]; row < size; row += 1) {
    const event = eventAt(row, size, count)
    while (event >= (ends[day] ?? Number.POSITIVE_INFINITY)) day += 1
    found[row] = day
  }
  return found
}

function makeTime({ table, rows, size }: Subjects, column: string): Make {
  const seed = seedOf(`${table}.${column}`)
  const isDay = !/(at|time|timestamp)$/.test(column)
  const span = spanOf(column)
  if (span || rows === 'entities') {
    const [from, to] = span?.between ?? [1000, 1]
    return (row) => new Date(TODAY.getTime() - Math.round(from + (to - from) * chance(seed, row)) * DAY_MS)
  }
  const times = eventTimes()
  const at = (row: number): Date => times[eventAt(row, size, times.length)] ?? TODAY
  if (LATER.test(column)) {
    return (row) => {
      const time = new Date(at(row).getTime() + (0.2 + 5 * chance(seed, row)) * DAY_MS)
      const whole = new Date(Math.floor(time.getTime() / 60_000) * 60_000)
      return time.getTime() > TODAY.getTime() + DAY_MS ? null : isDay ? startOf(whole, 'day') : whole
    }
  }
  return isDay ? (row) => startOf(at(row), 'day') : at
}

const cents = (value: number): number => Math.round(value * 100) / 100

/** The value of an event. All amounts of one event are derived from it, so that margins make sense. */
function moneyAt({ rows, table }: Subjects): (row: number) => number {
  const seed = seedOf(`${rows === 'events' ? 'event' : table} money`)
  return (row) => 100 + 4400 * chance(seed, row) ** 3
}

const priceOf = (product: number): number => 6 + Math.round(chance(seedOf('price'), product) * 300) / 10

const costShare = (product: number): number => 0.5 + 0.35 * chance(seedOf('cost'), product)

type Amount = (subjects: Subjects, seed: number) => (row: number) => number

const money =
  (factor: number): Amount =>
  (subjects, seed) => {
    const base = moneyAt(subjects)
    return (row) => cents(base(row) * factor * (0.96 + 0.08 * chance(seed, row)))
  }
const whole =
  (least: number, most: number): Amount =>
  (_, seed) =>
  (row) =>
    least + oneOf(most - least + 1, seed, row)
const part =
  (least: number, most: number): Amount =>
  (_, seed) =>
  (row) =>
    Math.round((least + (most - least) * chance(seed, row)) * 1000) / 1000

/** The first pattern that matches decides what kind of number the column holds. */
const NUMBERS: readonly (readonly [pattern: RegExp, amount: Amount])[] = [
  [/(^|_)id$/, () => (row) => row + 1],
  [
    /lat(itude)?$/,
    ({ customerAt }) =>
      (row) =>
        placeOf(customerAt(row)).latitude,
  ],
  [
    /lo?ng?(itude)?$/,
    ({ customerAt }) =>
      (row) =>
        placeOf(customerAt(row)).longitude,
  ],
  [/discount/, part(0, 0.12)],
  [/rate$|share|percent|ratio|probability/, part(0.05, 0.95)],
  [
    /landed|unit_cost/,
    ({ productAt }) =>
      (row) =>
        cents(priceOf(productAt(row)) * costShare(productAt(row))),
  ],
  [
    /price/,
    ({ productAt }) =>
      (row) =>
        priceOf(productAt(row)),
  ],
  [/balance|closing|opening/, (_, seed) => (row) => cents(30_000 + 40_000 * chance(seed, row))],
  [/quantity|qty|units|on_hand|items|stock/, whole(1, 110)],
  [/rating|stars/, whole(1, 5)],
  [/(^|_)age$/, whole(18, 80)],
  [/year$/, whole(2020, 2026)],
  [/minutes|seconds|duration|hours|days/, whole(1, 240)],
  [/year|annual|contract/, money(14)],
  [/refund|tax|fee|margin/, money(0.25)],
  [/cost|outflow|spend/, money(0.62)],
  [/gross/, money(1.1)],
  [/revenue|amount|net|sales|value|budget|total|flow|income|arr$|mrr$|sum/, money(1)],
]

function numberMaker(subjects: Subjects, column: string): (row: number) => number {
  const amount = NUMBERS.find(([pattern]) => pattern.test(column))?.[1] ?? whole(1, 100)
  return amount(subjects, seedFor(subjects, column))
}
