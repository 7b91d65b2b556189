import type { Spec } from 'vega'
import { isMap, mapAt, mapsAt } from '../data/free.ts'
import type { Column } from '../data/rows.ts'
import { currencyIn } from './locale.ts'

type Part = Readonly<Record<string, unknown>>

/**
 * Numbers in a chart's tooltips as tables write them. The library takes the format of the axis, which is for round
 * numbers: 515,322 is 515.322k there. A tooltip that the specification describes stays as it is.
 */
export function withNumbersOfTables(spec: Spec, written: Part, columns: readonly Column[]): Spec {
  if (describesTooltips(written)) return spec
  const formats = new Map(columns.flatMap((column) => formatOf(column, columns)))
  return { ...spec, marks: marksIn(spec, formats) } as Spec
}

const describesTooltips = (written: Part): boolean =>
  [written, ...mapsAt(written, 'layer')].some((each) => 'tooltip' in mapAt(each, 'encoding'))

const marksIn = (scope: object, formats: ReadonlyMap<string, string>): unknown[] =>
  mapsAt(scope, 'marks').map((mark) =>
    mark['type'] === 'group'
      ? { ...mark, marks: marksIn(mark, formats) }
      : { ...mark, encode: mapValues(mapAt(mark, 'encode'), (state) => tooltipIn(state, formats)) },
  )

function tooltipIn(state: unknown, formats: ReadonlyMap<string, string>): unknown {
  if (!isMap(state) || !isMap(state['tooltip'])) return state
  const { signal } = state['tooltip']
  if (typeof signal !== 'string') return state
  const text = signal.replaceAll(NUMBER, (whole, name: string, given: string) => {
    const field: string = JSON.parse(name)
    const format = formats.get(field) ?? formats.get(field.replace(AGGREGATE, '')) ?? (given === '' ? PLAIN : undefined)
    return format === undefined ? whole : `format(datum[${name}], ${JSON.stringify(format)})`
  })
  return { ...state, tooltip: { signal: text } }
}

/** How the library writes a number of a row, in an expression. */
const NUMBER = /\bformat\(datum\[("(?:[^"\\]|\\.)*")\], "([^"]*)"\)/g
/** Of a number that is in no column. */
const PLAIN = ',.2~f'
const AGGREGATE = /^(sum|mean|average|median|min|max)_/

function formatOf({ name, type, format, decimals }: Column, columns: readonly Column[]): [string, string][] {
  if (type !== 'number') return []
  if (format === 'percent') return [[name, `,.${decimals ?? 1}%`]]
  if (format !== 'currency') return [[name, decimals === undefined ? PLAIN : `,.${decimals}f`]]
  const sign = currencyIn(columns) === undefined ? '' : '$'
  return [[name, `${sign},.${decimals ?? 2}f`]]
}

const mapValues = (part: Part, change: (value: unknown) => unknown): Part =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [key, change(value)]))
