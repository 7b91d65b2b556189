import { type Drawn, isLite, kindOf } from '../chart-columns.ts'
import { didYouMean, nearest } from '../nearest.ts'
import { isMap } from './model.ts'
import type { ValuePath } from './problem.ts'

/** The words that Vega-Lite knows. With any other word, it draws nothing or something else. */

const listed = (words: string): readonly string[] => words.split(' ')

const MARKS = listed(
  'arc area bar image line point rect rule text tick trail circle square geoshape boxplot errorband errorbar',
)
const CHANNELS = listed(
  'x y x2 y2 xOffset yOffset xError xError2 yError yError2 theta theta2 radius radius2 longitude latitude longitude2 latitude2 color fill stroke opacity fillOpacity strokeOpacity strokeWidth strokeDash size angle shape time detail key text tooltip href url description order facet row column',
)
const TYPES = listed('quantitative temporal ordinal nominal geojson')
const AGGREGATES = listed(
  'argmax argmin average count distinct max mean median min missing product q1 q3 ci0 ci1 stderr stdev stdevp sum valid values variance variancep exponential exponentialb',
)

export interface SpecFault {
  readonly path: ValuePath
  readonly isKey: boolean
  readonly message: string
  readonly hint: string
}

/** Keys whose values describe no chart. */
const OTHER = new Set(['data', 'datasets', 'config', 'usermeta', 'transform', 'params', 'projection', 'resolve'])

const LITE = 'https://vega.github.io/schema/vega-lite/v5.json'

/** Words that Vega-Lite does not know, in places where only certain words are allowed. */
export function specFaults(report: Drawn): SpecFault[] {
  const { spec } = report
  if (kindOf(report) !== 'vega' || !isMap(spec) || Array.isArray(spec['marks'])) return []
  if (isLite(spec)) return faultsIn(spec, ['spec'])
  if (['mark', 'encoding', 'layer'].every((key) => spec[key] === undefined)) return []
  const message = '"spec" names the schema of Vega, but is written in Vega-Lite'
  return [{ path: ['spec', '$schema'], isKey: false, message, hint: `Write ${LITE}.` }]
}

function faultsIn(spec: unknown, path: ValuePath): SpecFault[] {
  if (Array.isArray(spec)) return spec.flatMap((item, index) => faultsIn(item, [...path, index]))
  if (!isMap(spec)) return []
  return [
    ...markFaults(spec['mark'], [...path, 'mark']),
    ...(isMap(spec['encoding']) ? encodingFaults(spec['encoding'], [...path, 'encoding']) : []),
    ...Object.entries(spec).flatMap(([key, inner]) =>
      OTHER.has(key) || key === 'encoding' || key === 'mark' ? [] : faultsIn(inner, [...path, key]),
    ),
  ]
}

const markFaults = (mark: unknown, path: ValuePath): SpecFault[] =>
  isMap(mark) ? wordFault(mark['type'], MARKS, 'mark', [...path, 'type']) : wordFault(mark, MARKS, 'mark', path)

const encodingFaults = (encoding: Readonly<Record<string, unknown>>, path: ValuePath): SpecFault[] =>
  Object.entries(encoding).flatMap(([channel, definition]) => [
    ...wordFault(channel, CHANNELS, 'channel', [...path, channel]).map((fault) => ({ ...fault, isKey: true })),
    ...[definition].flat().flatMap((each, index) => {
      if (!isMap(each)) return []
      const at = [...path, channel, ...(Array.isArray(definition) ? [index] : [])]
      return [
        ...wordFault(each['type'], TYPES, 'type', [...at, 'type']),
        ...wordFault(each['aggregate'], AGGREGATES, 'aggregate', [...at, 'aggregate']),
      ]
    }),
  ])

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
