/**
 * Specifications that make code of a text and run it, if what evaluates them lets them. `$CODE` is the text. A row that
 * is a list has the methods of lists, unless something of its own has their names.
 */
type Step = readonly [as: string, expr: string]

const steps = (method: string, call: string, row: string): readonly Step[] => [
  [method, '({}).constructor.getPrototypeOf'],
  ['makers', `${call}(${row}, ${row}.${method})`],
  [method, '({}).constructor.getOwnPropertyDescriptors'],
  ['known', `${call}(${row}, ${row}.makers)`],
  [method, '({}).constructor.defineProperties'],
  ['done', `${call}(${row}, ${row}, {${method}: ${row}.known.constructor})`],
  ['made', `${call}(${row}, '$CODE')`],
  [method, `${row}.made`],
  ['run', `${call}(${row})`],
]

const ROW = [1, 2, 3]
const METHODS = { slice: 'slice', join: 'join', indexOf: 'indexof', lastIndexOf: 'lastindexof' }

const vega = (more: object): object => ({ $schema: 'https://vega.github.io/schema/vega/v6.json', marks: [], ...more })

const formulas = (method: string, call: string): object[] =>
  steps(method, call, 'datum').map(([as, expr]) => ({ type: 'formula', as, expr }))

const byFormulas = (method: string, call: string, values: object = { values: [ROW] }): object =>
  vega({ data: [{ name: 'rows', ...values, transform: formulas(method, call) }] })

/** All of it at once, for a row whose `slice` defines properties. */
const atOnce = (row: string): string => `[
  slice(${row}, ${row}, {
    join: {value: ({}).constructor.getPrototypeOf, configurable: true},
    indexOf: {value: ({}).constructor.getOwnPropertyDescriptors}
  }),
  slice(${row}, ${row}, {lastIndexOf: indexof(${row}, join(${row}, ${row}.slice)).constructor}),
  slice(${row}, ${row}, {join: {value: lastindexof(${row}, '$CODE')}}),
  join(${row})
]`

const FIRST = "data('rows')[0]"
const DEFINES = '({}).constructor.defineProperties'

const PREPARED = {
  name: 'rows',
  values: [ROW],
  transform: [{ type: 'formula', as: 'slice', expr: DEFINES }],
}

const byChannel = (channel: object): object =>
  vega({ data: [PREPARED], marks: [{ type: 'symbol', from: { data: 'rows' }, encode: { enter: channel } }] })

export const ATTACKS: readonly (readonly [name: string, spec: object])[] = [
  ...Object.entries(METHODS).map(
    ([method, call]) => [`a row with its own ${method}`, byFormulas(method, call)] as const,
  ),
  ['rows in a part of the data', byFormulas('join', 'join', { values: { part: [ROW] }, format: { property: 'part' } })],
  ['rows as a text', byFormulas('slice', 'slice', { values: JSON.stringify([ROW]), format: { type: 'json' } })],
  [
    'a signal',
    vega({ data: [PREPARED], signals: [{ name: 's', update: `length(data('rows')) ? ${atOnce(FIRST)} : 0` }] }),
  ],
  ['a channel of marks', byChannel({ x: { signal: atOnce('datum') } })],
  ['the test of a channel', byChannel({ x: [{ test: atOnce('datum'), value: 1 }] })],
  [
    'the filter of data',
    vega({ data: [PREPARED, { name: 'more', values: [{}], transform: [{ type: 'filter', expr: atOnce(FIRST) }] }] }),
  ],
  [
    'the domain of a scale',
    vega({ data: [PREPARED], scales: [{ name: 'x', type: 'linear', domain: { signal: atOnce(FIRST) } }] }),
  ],
  [
    'the name of a field',
    vega({
      data: [
        PREPARED,
        { name: 'more', values: [{}], transform: [{ type: 'collect', sort: { field: { signal: atOnce(FIRST) } } }] },
      ],
    }),
  ],
  [
    'the transform of marks',
    vega({
      data: [PREPARED],
      marks: [
        {
          type: 'symbol',
          from: { data: 'rows' },
          transform: [{ type: 'formula', as: 'a', expr: atOnce('datum.datum') }],
        },
      ],
    }),
  ],
]

/** The page's window comes with an event, and its functions by themselves. No code is made of a text. */
export const BY_EVENT = vega({
  ...{ width: 200, height: 100 },
  signals: [{ name: 'page', value: null, on: [{ events: 'pointermove', update: 'event.view' }] }],
  data: [
    {
      ...{ name: 'rows', values: [ROW] },
      transform: [
        { type: 'formula', as: 'slice', expr: 'page ? page.Reflect.set : null' },
        { type: 'formula', as: 'done', expr: "page ? slice(datum, page, 'hit', 1) : null" },
      ],
    },
  ],
  marks: [
    {
      ...{ type: 'rect', from: { data: 'rows' } },
      encode: { update: { x: { value: 0 }, y: { value: 0 }, width: { value: 200 }, height: { value: 100 } } },
    },
  ],
})
