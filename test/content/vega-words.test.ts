import { describe, expect, test } from 'vitest'
import { specFaults } from '../../src/content/vega-words.ts'

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
