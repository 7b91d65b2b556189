import { type Subjects, seedFor } from './subjects.ts'
import { chance, oneOf, seedOf } from './values.ts'
import { placeOf } from './words.ts'

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

export function numberMaker(subjects: Subjects, column: string): (row: number) => number {
  const amount = NUMBERS.find(([pattern]) => pattern.test(column))?.[1] ?? whole(1, 100)
  return amount(subjects, seedFor(subjects, column))
}
