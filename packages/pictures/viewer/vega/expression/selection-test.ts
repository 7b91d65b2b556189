import { inrange, splitAccessPath } from 'vega'
import { accessors } from './accessors.ts'
import type { Context, Named, Store } from './library.ts'
import { read } from './values.ts'

type Fits = (value: unknown, wanted: unknown) => boolean

const isWithin =
  (...ends: readonly [boolean, boolean]): Fits =>
  (value, wanted) =>
    Array.isArray(wanted) && inrange(value as number, wanted, ...ends)

/** The language compares texts too. */
const num = (value: unknown): number => value as number

/** How a column of a selection compares. Any other way lets every row through, as it does in the library. */
const FITS: ReadonlyMap<unknown, Fits> = new Map<unknown, Fits>([
  ['E', (value, wanted) => (Array.isArray(wanted) ? wanted.includes(value) : value === wanted)],
  ['R', isWithin(true, true)],
  ['R-E', isWithin(false, false)],
  ['R-LE', isWithin(false, true)],
  ['R-RE', isWithin(true, false)],
  ['E-LT', (value, wanted) => !(num(value) >= num(wanted))],
  ['E-LTE', (value, wanted) => !(num(value) > num(wanted))],
  ['E-GT', (value, wanted) => !(num(value) <= num(wanted))],
  ['E-GTE', (value, wanted) => !(num(value) < num(wanted))],
  ['E-VALID', (value) => value !== null && !Number.isNaN(Number(value))],
  ['E-ONE', (value, wanted) => Array.isArray(wanted) && wanted.includes(value)],
])

/** Whether a row is selected. The library's own reads what prototypes have, and leaves functions in the rows it compares. */
export function selectionTest({ data }: Context): (name: string | undefined, ...args: unknown[]) => boolean {
  const readers = new Map<string, (row: unknown) => unknown>()
  const valueIn = (row: unknown, path: string): unknown => {
    const reader = readers.get(path) ?? accessors.get(splitAccessPath(path))
    readers.set(path, reader)
    return comparable(reader(row))
  }
  const fits = (row: unknown, picked: Named): boolean => {
    const [fields, values] = [listIn(picked, 'fields'), listIn(picked, 'values')]
    return fields.every((field, index) => {
      const isFitting = FITS.get(read(field, 'type'))
      return !isFitting || isFitting(valueIn(row, String(read(field, 'field'))), comparable(values[index]))
    })
  }
  return (name, row, how) => {
    const all = name === undefined ? [] : ((data[name] as Store | undefined)?.values.value ?? [])
    if (how !== 'intersect') return all.some((picked) => fits(row, picked))
    // One of those of each view.
    const views = new Map<unknown, boolean>()
    for (const picked of all) {
      const view = read(picked, 'unit')
      views.set(view, views.get(view) === true || fits(row, picked))
    }
    return views.size > 0 && [...views.values()].every((isIn) => isIn)
  }
}

/** Times compare as numbers. */
const comparable = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : Array.isArray(value) && value[0] instanceof Date ? value.map(Number) : value

function listIn(picked: unknown, name: string): readonly unknown[] {
  const list = read(picked, name)
  return Array.isArray(list) ? list : []
}
