import { isLite } from '@boardwright/platform/query'
import type { Spec } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { titleOf } from '../data/format.ts'
import { isMap, mapsAt, textsAt } from '../data/free.ts'
import { numberIn, type Row, type Rows } from '../data/rows.ts'
import { withEvenTicks } from './even.ts'
import { quietly } from './quiet.ts'
import { withNumbersOfTables } from './tooltip-numbers.ts'

export interface Compiled {
  readonly vega: Spec
  /** Whether the chart fills the room it is given. */
  readonly isFitting: boolean
}

export function compileSpec(
  given: Readonly<Record<string, unknown>>,
  { rows, columns }: Rows,
  config: object,
  size: { width: number; height: number },
  wish: unknown,
): Compiled {
  const numbers = columns.filter(({ type }) => type === 'number').map(({ name }) => name)
  const values = rows.map((row) => withNumbersOnly(row, numbers))
  const titles = new Map(columns.map(({ name, title }) => [name, title]))
  if (!isLite(given)) {
    return {
      vega: {
        ...size,
        autosize: { type: 'fit', contains: 'padding' },
        ...given,
        config: { ...config, ...(isMap(given['config']) ? given['config'] : {}) },
        data: fillData(given['data'], values),
      } as Spec,
      isFitting: !('width' in given),
    }
  }
  const isWhole =
    ['hconcat', 'vconcat', 'concat', 'facet', 'repeat'].every((key) => !(key in given)) && !isFaceted(given)
  const hasSize = 'width' in given || 'height' in given
  const isFitting = isWhole && !hasSize
  const own =
    isMap(given['data']) && ('values' in given['data'] || 'url' in given['data'] || 'sequence' in given['data'])
  const lite = {
    ...(isFitting ? { ...size, autosize: { type: 'fit', contains: 'padding' } } : {}),
    ...withTitlesOfFolded(given, titles),
    ...(own ? {} : { data: { ...(isMap(given['data']) ? given['data'] : {}), name: 'query', values } }),
    config: {
      ...config,
      ...(isMap(given['config']) ? given['config'] : {}),
      ...(isMap(wish) && wish['showLegend'] === false ? { legend: { disable: true } } : {}),
    },
  }
  const { spec } = compile(lite as unknown as TopLevelSpec, {
    logger: quietly([]) as never,
    fieldTitle: ({ field }) => titles.get(plainly(field)) ?? titleOf(plainly(field)),
  })
  return { vega: withNumbersOfTables(withEvenTicks(spec), given, columns), isFitting }
}

const plainly = (field: unknown): string => String(field ?? '').replaceAll('\\', '')

/** Columns that are folded into one become its values: what people read is their titles, unless the rest names them. */
function withTitlesOfFolded(
  spec: Readonly<Record<string, unknown>>,
  titles: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const whole = JSON.stringify(spec)
  const isNamedOnce = (name: string): boolean =>
    ['"', "'"].reduce((sum, quote) => sum + whole.split(`${quote}${name}${quote}`).length - 1, 0) === 1
  const transform = mapsAt(spec, 'transform').flatMap((each) => {
    const names = textsAt(each, 'fold')
    const [key = 'key'] = textsAt(each, 'as')
    const known = Object.fromEntries(names.map((name) => [plainly(name), titles.get(plainly(name)) ?? plainly(name)]))
    const at = `datum[${JSON.stringify(key)}]`
    return names.length > 0 && names.every(isNamedOnce)
      ? [each, { calculate: `${JSON.stringify(known)}[${at}]`, as: key }]
      : [each]
  })
  return transform.length > mapsAt(spec, 'transform').length ? { ...spec, transform } : spec
}

/** A chart cannot place a text on an axis of numbers. */
function withNumbersOnly(row: Row, numbers: readonly string[]): Row {
  const texts = numbers.filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(texts.map((name) => [name, numberIn(row, name) ?? null])) }
}

const isFaceted = ({ encoding }: Readonly<Record<string, unknown>>): boolean =>
  isMap(encoding) && ['row', 'column', 'facet'].some((channel) => channel in encoding)

/** A Vega specification that names the query's rows gets them under that name; otherwise they become its first data. */
function fillData(data: unknown, values: readonly object[]): unknown[] {
  const list = (Array.isArray(data) ? data : isMap(data) ? [data] : []).filter(isMap)
  const isEmpty = (each: Readonly<Record<string, unknown>>): boolean =>
    !('values' in each) && !('url' in each) && !('source' in each)
  const named = list.find((each) => each['name'] === 'query') ?? list.find(isEmpty)
  if (!named) return [{ name: 'query', values }, ...list]
  return list.map((each) => (each === named ? { ...each, values } : each))
}
