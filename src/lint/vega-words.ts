import { didYouMean, isMap, nearest } from '@boardwright/common'
import { AGGREGATES, CHANNELS, type Drawn, isLite, isType, kindOf, MARKS, TYPES } from '@boardwright/platform/query'
import { parseExpression } from 'vega-expression'
import type { ValuePath } from '../content/problem.ts'
import {
  A_NUMBER_FORMAT,
  A_TIME_FORMAT,
  formatNamed,
  isNumberFormat,
  isTimeFormat,
  isTimeUnit,
  TIME_UNITS,
} from './chart-formats.ts'
import { VEGA_KEYS } from './vega-keys.ts'

export interface SpecFault {
  readonly path: ValuePath
  readonly isKey: boolean
  readonly message: string
  readonly hint: string
  /** Set if the platform and Vega-Lite ignore it. */
  readonly warning?: true
}

/** Keys whose values describe no chart. */
const OTHER: ReadonlySet<string> = new Set(['data', 'datasets', 'usermeta'])

/** Keys that hold views. */
const VIEWS = ['layer', 'hconcat', 'vconcat', 'concat', 'spec'] as const

const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'

/** Words that Vega-Lite does not know, in places where only certain words are allowed. */
export function specFaults(report: Drawn): SpecFault[] {
  const { spec } = report
  if (kindOf(report) !== 'vega' || !isMap(spec) || Array.isArray(spec['marks'])) return []
  if (isLite(spec)) return [...viewFaults(spec, ['spec']), ...expressionFaults(spec, ['spec'])]
  if (['mark', 'encoding', 'layer'].every((key) => spec[key] === undefined)) return []
  const message = '"spec" names the schema of Vega, but is written in Vega-Lite'
  return [{ path: ['spec', '$schema'], isKey: false, message, hint: `Write ${LITE}.` }]
}

function viewFaults(view: unknown, path: ValuePath): SpecFault[] {
  if (Array.isArray(view)) return view.flatMap((item, index) => viewFaults(item, [...path, index]))
  if (!isMap(view)) return []
  return [
    ...keyFaults('view', view, path),
    ...markFaults(view['mark'], [...path, 'mark']),
    ...(isMap(view['encoding']) ? encodingFaults(view['encoding'], [...path, 'encoding']) : []),
    ...mapsIn(view['transform'], [...path, 'transform']).flatMap(([each, at]) => [
      ...keyFaults('transform', each, at),
      ...unitFaults(each, at),
    ]),
    ...VIEWS.flatMap((key) => viewFaults(view[key], [...path, key])),
  ]
}

/** The maps of a value that is one or a list of them. */
function mapsIn(value: unknown, path: ValuePath): (readonly [Readonly<Record<string, unknown>>, ValuePath])[] {
  if (isMap(value)) return [[value, path]]
  return Array.isArray(value)
    ? value.flatMap((each, index) => (isMap(each) ? [[each, [...path, index]] as const] : []))
    : []
}

type VegaPlace = keyof typeof VEGA_KEYS

/** Parts of a channel that have keys of their own. */
const GUIDES = ['axis', 'legend', 'scale', 'header'] as const

/** Where people put keys that belong below. */
const BELOW: { readonly [P in VegaPlace]?: Readonly<Record<string, readonly string[]>> } = {
  view: { encoding: CHANNELS, mark: VEGA_KEYS.mark },
  channel: { axis: VEGA_KEYS.axis, scale: VEGA_KEYS.scale, legend: VEGA_KEYS.legend },
}

/** Vega-Lite ignores keys that it does not know. */
function keyFaults(place: VegaPlace, value: unknown, path: ValuePath): SpecFault[] {
  if (!isMap(value)) return []
  const known = VEGA_KEYS[place]
  return Object.keys(value).flatMap((key): SpecFault[] => {
    if (known.includes(key)) return []
    const holder = Object.entries(BELOW[place] ?? {}).find(([, keys]) => keys.includes(key))?.[0]
    const hint =
      holder === undefined
        ? didYouMean(nearest(key, known), `Remove it: Vega-Lite knows no such key of ${A_PLACE[place]}.`)
        : `Put it under "${holder}".`
    const message = `Vega-Lite ignores the key "${key}"`
    return [{ path: [...path, key], isKey: true, message, hint, warning: true }]
  })
}

const A_PLACE: Readonly<Record<VegaPlace, string>> = {
  view: 'a chart',
  transform: 'a transform',
  mark: 'a mark',
  channel: 'a channel',
  axis: 'an axis',
  legend: 'a legend',
  scale: 'a scale',
  header: 'a header',
}

const markFaults = (mark: unknown, path: ValuePath): SpecFault[] =>
  isMap(mark)
    ? [...wordFault(mark['type'], MARKS, 'mark', [...path, 'type']), ...keyFaults('mark', mark, path)]
    : wordFault(mark, MARKS, 'mark', path)

const encodingFaults = (encoding: Readonly<Record<string, unknown>>, path: ValuePath): SpecFault[] =>
  Object.entries(encoding).flatMap(([channel, definition]) => [
    ...wordFault(channel, CHANNELS, 'channel', [...path, channel]).map((fault) => ({ ...fault, isKey: true })),
    ...mapsIn(definition, [...path, channel]).flatMap(([each, at]) => [
      ...(isType(each['type']) ? [] : wordFault(each['type'], TYPES, 'type', [...at, 'type'])),
      ...wordFault(each['aggregate'], AGGREGATES, 'aggregate', [...at, 'aggregate']),
      ...unitFaults(each, at),
      ...keyFaults('channel', each, at),
      ...formatFaults(each, each, at),
      ...GUIDES.flatMap((guide) => [
        ...keyFaults(guide, each[guide], [...at, guide]),
        ...formatFaults(each[guide], each, [...at, guide]),
      ]),
    ]),
  ])

function unitFaults({ timeUnit }: Readonly<Record<string, unknown>>, path: ValuePath): SpecFault[] {
  const [unit, at] = isMap(timeUnit)
    ? [timeUnit['unit'], [...path, 'timeUnit', 'unit']]
    : [timeUnit, [...path, 'timeUnit']]
  return typeof unit === 'string' && isTimeUnit(unit) ? [] : wordFault(unit, TIME_UNITS, 'time unit', at)
}

/** The type of a channel says what its formats are for. Formats of other types are functions that a page registers. */
function formatFaults(part: unknown, channel: Readonly<Record<string, unknown>>, path: ValuePath): SpecFault[] {
  if (!isMap(part) || typeof part['format'] !== 'string' || part['format'] === '') return []
  const { format } = part
  const formatType = part['formatType'] ?? channel['formatType']
  const isTime = formatType === 'time' || channel['type'] === 'temporal' || channel['timeUnit'] !== undefined
  if (formatType !== undefined && formatType !== 'time' && formatType !== 'number') return []
  const known = isTime && formatType !== 'number' ? A_TIME_FORMAT : A_NUMBER_FORMAT
  const isEither = !isTime && formatType === undefined && channel['type'] !== 'quantitative' && isTimeFormat(format)
  if (isEither || (known === A_TIME_FORMAT ? isTimeFormat(format) : isNumberFormat(format))) return []
  const hint = didYouMean(known === A_TIME_FORMAT ? undefined : formatNamed(format), `Write ${known}.`)
  const message = `"${format}" is not ${known.replace(/, .*/, '')}`
  return [{ path: [...path, 'format'], isKey: false, message, hint }]
}

/** Keys whose texts are expressions. */
const EXPRESSIONS: ReadonlySet<string> = new Set(['calculate', 'filter', 'expr', 'test', 'labelExpr'])

function expressionFaults(value: unknown, path: ValuePath): SpecFault[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => expressionFaults(item, [...path, index]))
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, inner]): SpecFault[] => {
    if (OTHER.has(key)) return []
    const at = [...path, key]
    if (!EXPRESSIONS.has(key) || typeof inner !== 'string') return expressionFaults(inner, at)
    const because = whyNotParsed(inner)
    if (because === undefined) return []
    const message = `this is not an expression of Vega: ${because}`
    return [{ path: at, isKey: false, message, hint: 'Write one such as `datum.revenue / datum.orders`.' }]
  })
}

function whyNotParsed(expression: string): string | undefined {
  try {
    parseExpression(expression)
    return undefined
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return said
      .replace(/^Unexpect /, 'unexpected ')
      .replace(/^Unexpected/, 'unexpected')
      .replace(/\.$/, '')
  }
}

/** Words that people know from other libraries. */
const OTHERWISE: Readonly<Record<string, string>> = {
  ...{ column: 'bar', columns: 'bar', bars: 'bar', pie: 'arc', donut: 'arc', scatter: 'point', heatmap: 'rect' },
  ...{
    lines: 'line',
    colour: 'color',
    group: 'color',
    series: 'color',
    label: 'text',
    avg: 'mean',
    number: 'quantitative',
  },
  ...{ integer: 'quantitative', float: 'quantitative', date: 'temporal', time: 'temporal', datetime: 'temporal' },
  ...{ string: 'nominal', category: 'nominal', categorical: 'nominal' },
  ...{ xaxis: 'x', yaxis: 'y', values: 'theta', tooltips: 'tooltip' },
  ...{ hour: 'hours', minute: 'minutes', second: 'seconds', weekday: 'day', dayofmonth: 'date' },
}

function wordFault(word: unknown, known: readonly string[], what: string, path: ValuePath): SpecFault[] {
  if (typeof word !== 'string' || known.includes(word)) return []
  const other = OTHERWISE[word.toLowerCase()]
  const hint = didYouMean(
    other !== undefined && known.includes(other) ? other : nearest(word, known),
    `Write one of ${known.join(', ')}.`,
  )
  return [{ path, isKey: false, message: `Vega-Lite has no ${what} "${word}"`, hint }]
}
