import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isMap } from '../../packages/common/maps.ts'
import { isTimeUnit } from '../../src/lint/chart-formats.ts'
import { VEGA_KEYS } from '../../src/lint/vega-keys.ts'
import { specFaults } from '../../src/lint/vega-words.ts'

const $schema = 'https://vega.github.io/schema/vega-lite/v5.json'
const faults = (spec: object, kind = 'vega'): string[] =>
  specFaults({ kind, spec }).map(({ path, message, hint }) => `${path.join('.')} ${message}: ${hint}`)

describe('a word that Vega-Lite does not have', () => {
  test('is reported wherever a chart is described', () => {
    const chart = {
      mark: { type: 'pie' },
      encoding: { x: { type: 'date', aggregate: 'avg' }, tooltip: [{ type: 'text' }] },
    }
    const spec = { $schema, hconcat: [{ facet: { field: 'a' }, spec: { layer: [chart] } }] }
    const at = 'spec.hconcat.0.spec.layer.0'
    expect(faults(spec)).toEqual([
      `${at}.mark.type Vega-Lite has no mark "pie": did you mean "arc"?`,
      `${at}.encoding.x.type Vega-Lite has no type "date": did you mean "temporal"?`,
      `${at}.encoding.x.aggregate Vega-Lite has no aggregate "avg": did you mean "mean"?`,
      `${at}.encoding.tooltip.0.type Vega-Lite has no type "text": Write one of quantitative, temporal, ordinal, nominal, geojson.`,
    ])
  })

  test.each([
    ['rows', { $schema, mark: 'bar', data: { values: [{ mark: 'x' }] } }],
    ['what marks look like', { $schema, mark: 'bar', config: { mark: { type: 'x' } } }],
    ['aggregates with arguments', { $schema, mark: 'bar', encoding: { x: { aggregate: { argmax: 'a' } }, y: null } }],
    ['Vega', { $schema: 'https://vega.github.io/schema/vega/v5.json', marks: [{ type: 'x' }] }],
  ])('is not looked for in %s', (_, spec) => {
    expect(faults(spec)).toEqual([])
  })

  test('is not looked for elsewhere', () => {
    expect(faults({ mark: 'x' }, 'table')).toEqual([])
  })
})

const encoding = (x: object): object => ({ mark: 'bar', encoding: { x: { field: 'a', ...x } } })

test.each<[string, object, string]>([
  ['a channel of another library', { mark: 'bar', encoding: { xAxis: {} } }, 'no channel "xAxis": did you mean "x"?'],
  ['a channel outside the encoding', { mark: 'bar', color: {} }, 'ignores the key "color": Put it under "encoding".'],
  ['a misspelled key', { mark: 'bar', encodng: {} }, 'ignores the key "encodng": did you mean "encoding"?'],
  ['a key of a mark', { mark: { type: 'bar', sze: 3 } }, 'ignores the key "sze": did you mean "size"?'],
  ['a key of an axis', encoding({ axis: { titel: 'A' } }), 'ignores the key "titel": did you mean "title"?'],
  ['a key of an axis beside it', encoding({ labelAngle: 0 }), 'ignores the key "labelAngle": Put it under "axis".'],
  ['a transform', { mark: 'bar', transform: [{ calcualte: '1', as: 'a' }] }, 'did you mean "calculate"?'],
  ['an expression', { mark: 'bar', transform: [{ calculate: 'datum.a +', as: 'b' }] }, 'unexpected end of input'],
  ['a filter', { mark: 'bar', transform: [{ filter: 'datum.a > 3 and 1' }] }, 'unexpected token after expression'],
  ['a condition', encoding({ condition: { test: '(datum.a', value: 1 } }), 'is not an expression'],
  ['a unit', encoding({ timeUnit: 'yearMonth' }), 'no time unit "yearMonth": did you mean "yearmonth"?'],
  ['a unit in a map', encoding({ timeUnit: { unit: 'hour' } }), 'no time unit "hour": did you mean "hours"?'],
  ['a number', encoding({ type: 'quantitative', axis: { format: 'currency' } }), 'did you mean "$,.2f"?'],
  ['a number as in spreadsheets', encoding({ type: 'quantitative', format: '0,0' }), 'is not a format of numbers'],
  ['a time', encoding({ type: 'temporal', axis: { format: 'MMM YYYY' } }), 'is not a format of time'],
])('%s that Vega-Lite cannot read is reported once', (_, spec, told) => {
  expect(faults(spec)).toEqual([expect.stringContaining(told)])
})

test.each<[string, object]>([
  ['a number', encoding({ type: 'quantitative', axis: { format: '$,.2~f' }, legend: { title: null } })],
  ['a time', encoding({ timeUnit: 'utcyearmonth', format: '%b %y' })],
  ['either', encoding({ format: '%b' })],
  ['a type in short', encoding({ type: 'Q' })],
  ['a format of the page', encoding({ type: 'quantitative', format: 'any', formatType: 'mine' })],
  ['an expression', { mark: 'bar', transform: [{ filter: { field: 'a', equal: 1 } }, { filter: 'isValid(datum.a)' }] }],
])('%s that Vega-Lite can read is left alone', (_, spec) => {
  expect(faults(spec)).toEqual([])
})

describe('what we know of Vega-Lite is what its own schema says:', () => {
  type Node = Readonly<Record<string, unknown>>
  interface Schema extends Node {
    readonly definitions: Readonly<Record<string, Node>>
  }
  const schema: Schema = JSON.parse(readFileSync('node_modules/vega-lite/build/vega-lite-schema.json', 'utf8'))
  const { definitions } = schema
  const listed = (value: unknown): Node[] => [value].flat().filter(isMap)
  /** A part of the schema with everything that it may be instead. */
  const partsOf = (node: Node, seen = new Set<Node>()): Node[] => {
    if (seen.has(node)) return []
    seen.add(node)
    const { $ref, anyOf, allOf, items } = node
    if (typeof $ref === 'string')
      return partsOf(definitions[decodeURIComponent($ref.split('/').at(-1) ?? '')] ?? {}, seen)
    return [node, ...[anyOf, allOf, items].flatMap(listed).flatMap((each) => partsOf(each, seen))]
  }
  const propertiesOf = ({ properties }: Node): [string, Node][] =>
    Object.entries((properties ?? {}) as Record<string, Node>)
  const below = (nodes: Node[], key?: string): Node[] => {
    const inner = nodes
      .flatMap(propertiesOf)
      .flatMap(([name, node]) => (key === undefined || name === key ? [node] : []))
    return [...new Set(inner.flatMap((node) => partsOf(node)))]
  }
  const whole = partsOf(schema)
  const view = [...whole, ...['layer', 'spec', 'hconcat', 'concat'].flatMap((key) => below(whole, key))]
  const channel = below(below(view, 'encoding'))
  const places: Record<string, Node[]> = { view, channel }
  const nodesOf = (place: string): Node[] =>
    places[place] ?? below(['mark', 'transform'].includes(place) ? view : channel, place)

  test.each(Object.entries(VEGA_KEYS))('the keys of %s', (place, known) => {
    expect(known).toEqual(
      [
        ...new Set(
          nodesOf(place)
            .flatMap(propertiesOf)
            .map(([key]) => key),
        ),
      ].sort(),
    )
  })

  test('the units of time', () => {
    const units = below(channel, 'timeUnit').flatMap((node) => [node['enum'] ?? []].flat().map(String))
    expect(units.length).toBeGreaterThan(50)
    expect(units.filter((unit) => !isTimeUnit(unit))).toEqual([])
  })
})
