import { eventDays } from './calendar.ts'
import type { CompanyCube } from './model.ts'
import { seedOf, skewed, type Value } from './values.ts'
import { CUSTOMERS, PEOPLE, PRODUCTS, placeOf } from './words.ts'

/** What the rows of a table stand for, and the customer and product of each. */
export interface Subjects {
  readonly table: string
  readonly rows: CompanyCube['rows']
  readonly size: number
  /** What each row stands for. */
  readonly like: 'customer' | 'product' | 'person' | 'thing' | 'event'
  readonly customerAt: (row: number) => number
  readonly productAt: (row: number) => number
}

const LIKE: readonly (readonly [pattern: RegExp, like: Subjects['like']])[] = [
  [/product|sku|article/i, 'product'],
  [/customer|client|account|compan|store|shop|contact/i, 'customer'],
  [/user|person|people|employee|staff|rep\b|agent/i, 'person'],
]

const SIZES: Readonly<Record<Subjects['like'], () => number>> = {
  customer: () => CUSTOMERS,
  product: () => PRODUCTS.length,
  person: () => PEOPLE.length,
  thing: () => 48,
  event: () => eventDays().count,
}
const FEW = 600

export function subjectsOf({ table, rows }: CompanyCube): Subjects {
  const name = table.split('.').at(-1) ?? table
  const entity = rows === 'entities' ? LIKE.find(([pattern]) => pattern.test(name))?.[1] : undefined
  const like = entity ?? (rows === 'events' ? 'event' : 'thing')
  const size = like === 'thing' && rows === 'few' ? FEW : SIZES[like]()
  // An event has one customer and one product, the same in every table.
  const seed = like === 'event' ? 'event' : table
  const [customers, products] = [seedOf(`${seed} customer`), seedOf(`${seed} product`)]
  const anyCustomer: Subjects['customerAt'] =
    rows === 'entities' ? (row) => row % CUSTOMERS : (row) => skewed(CUSTOMERS, customers, row)
  return {
    ...{ table, rows, size, like },
    customerAt: like === 'customer' ? (row) => row : anyCustomer,
    productAt: like === 'product' ? (row) => row : (row) => skewed(PRODUCTS.length, products, row),
  }
}

/** The value of a row. */
export type Make = (row: number) => Value

export const seedFor = ({ table }: Subjects, column: string): number => seedOf(`${table}.${column}`)

/** The names of the region of a row. */
export const regionsAt = ({ customerAt }: Subjects): ((row: number) => readonly string[]) => {
  return (row) => placeOf(customerAt(row)).regions
}
