export const report = (text: string): string => `id: aaaaaaaaaaaa\nname: Orders\n${text}`
export const widget = (config: string, type = 'FILTER'): string =>
  `title: Sales\nwidgets:\n  - {id: w, type: ${type}, config: ${config}}\n`

const OFFSET = 'offset: {amount: 1, unit: month}'

/** Every place in which a name can stand, as `@`. */
export const PLACES: readonly (readonly [place: string, text: string, right: string, wrong: string])[] = [
  ['a measure', report('query: {measures: [@]}'), 'orders.count', 'orders.cuont'],
  ['a dimension', report('query: {dimensions: [@]}'), 'orders.status', 'orders.statsu'],
  [
    'a dimension with a granularity',
    report('query: {dimensions: [@]}'),
    'orders.ordered_at.day',
    'orders.orderd_at.day',
  ],
  ['a segment', report('query: {measures: [orders.count], segments: [@]}'), 'orders.open', 'orders.opne'],
  [
    'a time dimension',
    report('query: {timeDimensions: [{dimension: @, granularity: day}]}'),
    'orders.ordered_at',
    'orders.orderd_at',
  ],
  [
    'a filter',
    report('query: {measures: [orders.count], filters: [{member: @, operator: set}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a filter of older queries',
    report('query: {measures: [orders.count], filters: [{dimension: @, operator: set}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a filter within others',
    report('query: {measures: [orders.count], filters: [{or: [{and: [{member: @, operator: set}]}]}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a masked member',
    report('query: {measures: [orders.count], maskedMembers: [{member: @}]}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'the filter of a masked member',
    report(
      'query: {measures: [orders.count], maskedMembers: [{member: orders.count, filter: {or: [{member: @, operator: set}]}}]}',
    ),
    'orders.status',
    'orders.statsu',
  ],
  [
    'a key of the order',
    report('query: {measures: [orders.count], order: {@: asc}}'),
    'orders.status',
    'orders.statsu',
  ],
  [
    'an item of the order',
    report('query: {measures: [orders.count], order: [[@, asc]]}'),
    'orders.status',
    'orders.statsu',
  ],
  ['rows of a pivot', report('pivot: {rows: [@]}'), 'orders.status', 'orders.statsu'],
  [
    'columns of a pivot with a granularity',
    report('pivot: {columns: [@]}'),
    'orders.ordered_at.day',
    'orders.orderd_at.day',
  ],
  ['the value of a number', report('kind: kpi\nspec: {value: @}'), 'orders.count', 'orders.cuont'],
  ['a sparkline', report('kind: kpi\nspec: {sparkline: {member: @}}'), 'orders.count', 'orders.cuont'],
  ['a column of a table', report('kind: table\nspec: {columns: [{field: @}]}'), 'sales.revenue', 'sales.revenu'],
  ['formats by column', report('kind: html\nspec: {formats: {@: {format: "$"}}}'), 'sales.revenue', 'sales.revenu'],
  ['a place on a map', report('kind: map\nspec: {latitude: @}'), 'sales.region', 'sales.regoin'],
  [
    'a field of a chart',
    report('kind: vega\nspec: {encoding: {x: {field: "@"}}}'),
    'sales\\\\.region',
    'sales\\\\.regoin',
  ],
  [
    'an expression of a chart',
    report(`kind: vega\nspec: {transform: [{calculate: "-datum['@']"}]}`),
    'sales.revenue',
    'sales.revenu',
  ],
  ['missing rows', report('fillMissingRows: {member: @}'), 'orders.ordered_at', 'orders.orderd_at'],
  [
    'a comparison',
    report(`periodComparisons: [{measure: @, timeDimension: orders.ordered_at, ${OFFSET}}]`),
    'orders.count',
    'orders.cuont',
  ],
  [
    'the time of a comparison',
    report(`periodComparisons: [{timeDimension: @, measure: orders.count, ${OFFSET}}]`),
    'orders.ordered_at',
    'orders.orderd_at',
  ],
  ['preferences', report('preferences: {hidden: [@]}'), 'orders.status', 'orders.statsu'],
  ['the member of a control', widget('{member: @}'), 'sales.region', 'sales.regoin'],
  ['the options of a field switcher', widget('{options: [@]}', 'FIELD'), 'sales.revenue', 'sales.revenu'],
  ['a drill-down of a widget', widget('{drill: {dimensions: [@]}}', 'AI'), 'orders.status', 'orders.statsu'],
]
