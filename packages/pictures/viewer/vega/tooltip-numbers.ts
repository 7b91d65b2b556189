import type { Spec } from 'vega'
import { isMap, mapAt, mapsAt } from '../data/free.ts'
import type { Column } from '../data/rows.ts'
import { currencyIn } from './locale.ts'

type Part = Readonly<Record<string, unknown>>

/**
 * Numbers in a chart's tooltips as tables write them. The library takes the format of the axis, which is for round
 * numbers: 515,322 is 515.322k there. Where an axis is titled by its currency alone, they have their name beside it. A
 * tooltip that the specification describes stays as it is.
 */
export function withNumbersOfTables(spec: Spec, written: Part, columns: readonly Column[]): Spec {
  if (describesTooltips(written)) return spec
  const numbers = new Map(
    columns
      .filter(({ type }) => type === 'number')
      .map((column): [string, Told] => [column.name, { ...column, form: formOf(column, columns) }]),
  )
  return { ...spec, marks: marksIn(spec, numbers) } as Spec
}

interface Told extends Pick<Column, 'title' | 'currency'> {
  readonly form: string
}

const describesTooltips = (written: Part): boolean =>
  [written, ...mapsAt(written, 'layer')].some((each) => 'tooltip' in mapAt(each, 'encoding'))

const marksIn = (scope: object, numbers: ReadonlyMap<string, Told>): unknown[] =>
  mapsAt(scope, 'marks').map((mark) =>
    mark['type'] === 'group'
      ? { ...mark, marks: marksIn(mark, numbers) }
      : { ...mark, encode: mapValues(mapAt(mark, 'encode'), (state) => tooltipIn(state, numbers)) },
  )

function tooltipIn(state: unknown, numbers: ReadonlyMap<string, Told>): unknown {
  if (!isMap(state) || !isMap(state['tooltip'])) return state
  const { signal } = state['tooltip']
  if (typeof signal !== 'string') return state
  const text = signal.replaceAll(NUMBER, (whole, currency: string | undefined, name: string, given: string) => {
    const field: string = JSON.parse(name)
    const told = numbers.get(field) ?? numbers.get(field.replace(AGGREGATE, ''))
    const form = told?.form ?? (given === '' ? PLAIN : undefined)
    if (form === undefined) return whole
    const called = currency !== undefined && currency === told?.currency ? told.title : currency
    const label = called === undefined ? '' : `${JSON.stringify(called)}: `
    return `${label}format(datum[${name}], ${JSON.stringify(form)})`
  })
  return { ...state, tooltip: { signal: text } }
}

/** How the library writes a number of a row, in an expression, after what may be a currency. */
const NUMBER = /(?:"([A-Z]{3})": )?\bformat\(datum\[("(?:[^"\\]|\\.)*")\], "([^"]*)"\)/g
/** Of a number that is in no column. */
const PLAIN = ',.2~f'
const AGGREGATE = /^(sum|mean|average|median|min|max)_/

function formOf({ format, decimals }: Column, columns: readonly Column[]): string {
  if (format === 'percent') return `,.${decimals ?? 1}%`
  if (format !== 'currency') return decimals === undefined ? PLAIN : `,.${decimals}f`
  const sign = currencyIn(columns) === undefined ? '' : '$'
  return `${sign},.${decimals ?? 2}f`
}

const mapValues = (part: Part, change: (value: unknown) => unknown): Part =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [key, change(value)]))
