import type { ColumnFacts } from './facts.ts'
import { type Make, type Subjects, seedFor } from './subjects.ts'
import { chance, seedOf, skewed, type Value } from './values.ts'
import { customerName, PEOPLE, PRODUCTS, placeOf, wordsFor, wordsIn } from './words.ts'

/** Columns that describe a product, or a customer: with the same value in every table. */
export const isOfProduct = (column: string): boolean =>
  /product|sku|brand|roast|category|variant|item|article|seasonal/.test(column)
const isOfCustomer = (column: string): boolean =>
  /customer|client|company|city|town|region|area|territory|country|currency|kind|segment|tier|industry|name$|mail/.test(
    column,
  )

interface Text {
  readonly column: RegExp
  /** Only for tables of this kind. */
  readonly like?: Subjects['like']
  readonly text: (subjects: Subjects, row: number) => Value
}

const nameOfTable = ({ table }: Subjects): string => table.split('.').at(-1) ?? table

const mailOf = (name: string): string => `${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '.')}@example.com`

const OWN_NAME = /^(display_|full_|short_)?(name|title|label)$/

/** The first pattern that matches decides what a column contains. */
const TEXTS: readonly Text[] = [
  {
    column: /(region|area|territory|canton).{0,60}code/,
    text: (all, row) => placeOf(all.customerAt(row)).regions[1] ?? null,
  },
  { column: /sku|(product|article|item)_(code|no|number)/, text: (all, row) => `P-${1000 + all.productAt(row) * 37}` },
  {
    column: /^id$|(^|_)(number|no|code|uuid|reference|ticket|key)$/,
    text: (all, row) => `${nameOfTable(all).slice(0, 2).toUpperCase()}-${String(row + 1).padStart(6, '0')}`,
  },
  { column: OWN_NAME, like: 'product', text: (_, row) => PRODUCTS[row] ?? null },
  { column: OWN_NAME, like: 'person', text: (_, row) => PEOPLE[row] ?? null },
  { column: OWN_NAME, like: 'thing', text: (all, row) => `${thingIn(all)} ${row + 1}` },
  {
    column: /owner|(^|_)user|person|(^|_)rep(_|$)|author|employee|agent/,
    text: (all, row) => PEOPLE[skewed(PEOPLE.length, seedOf(`${all.table} person`), row)] ?? null,
  },
  { column: /city|town/, text: (all, row) => placeOf(all.customerAt(row)).city },
  { column: /country/, text: (all, row) => placeOf(all.customerAt(row)).country },
  { column: /currency/, text: (all, row) => placeOf(all.customerAt(row)).currency },
  { column: /region|area|territory|canton/, text: (all, row) => placeOf(all.customerAt(row)).regions[0] ?? null },
  { column: /e?mail$/, text: (all, row) => mailOf(customerName(all.customerAt(row))) },
  { column: /product(_?name)?$|item_name/, text: (all, row) => PRODUCTS[all.productAt(row)] ?? null },
  {
    column: /(^|_)(name|title|label|customer|client|company)$/,
    text: (all, row) => customerName(all.customerAt(row)),
  },
]

/** `crm.opportunities` holds an `Opportunity` in each row. */
function thingIn(subjects: Subjects): string {
  const thing = nameOfTable(subjects).replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)}`
}

export function makeText(subjects: Subjects, column: string, facts: ColumnFacts | undefined): Make {
  const own = [...(facts?.words ?? [])]
  const isListed = wordsIn(facts?.description).length > 0
  const found = TEXTS.find((each) => each.column.test(column) && (each.like ?? subjects.like) === subjects.like)
  if (found && !isListed && own.length === 0) return (row) => found.text(subjects, row)
  const usual =
    found && !isListed
      ? [...new Set(firstRows(subjects).map((row) => String(found.text(subjects, row))))]
      : wordsFor(column, facts?.description)
  return makeWord(subjects, column, own.length >= MANY_WORDS && !isListed ? own : [...new Set([...usual, ...own])])
}

/** A model that names at least this many of a column's values is taken to name them all. */
const MANY_WORDS = 3
const MOST_USUAL = 40

const firstRows = ({ size }: Subjects): number[] => Array.from({ length: Math.min(size, MOST_USUAL) }, (_, row) => row)

/** One of these words, the first ones most often. If the customer's name begins with one, it is that one. */
function makeWord(subjects: Subjects, column: string, words: readonly string[]): Make {
  const { customerAt, productAt } = subjects
  const own = seedFor(subjects, column)
  const at = isOfProduct(column) ? productAt : isOfCustomer(column) ? customerAt : undefined
  if (!at) return (row) => words[Math.floor(chance(own, row) ** 1.25 * words.length)] ?? null
  const seed = seedOf(column)
  return (row) => {
    const subject = at(row)
    const name = at === customerAt ? customerName(subject).toLowerCase() : ''
    return (
      words.find((word) => name.startsWith(word.toLowerCase())) ?? words[skewed(words.length, seed, subject)] ?? null
    )
  }
}
