/** Expressions that people write, over `row`, `list`, `text` and `when`. */
export const EXPRESSIONS = [
  ...['row.a', "row['b c']", 'row.list[1]', 'row.list.length', 'text.length', 'text[1]', 'row.none', 'row.deep.x.y'],
  ...[
    '1 + 2 * 3',
    "'a' + 1",
    '7 % 4',
    '-row.a',
    '+text',
    '!row.a',
    '~5',
    '1 << 3',
    '-9 >>> 28',
    '6 & 3',
    '6 | 3',
    '6 ^ 3',
  ],
  ...["1 == '1'", "1 === '1'", "1 != '1'", "1 !== '1'", 'row.a < 3 && row.a > 1', 'row.none || 4', 'row.a ? 1 : 2'],
  ...['[1, row.a, text]', "{a: 1, 'b': row.a, c: [2]}", 'PI', 'E', 'SQRT2', 'LN2', 'LOG10E', 'MIN_VALUE', 'MAX_VALUE'],
  ...[
    'isNaN(NaN)',
    'isFinite(1)',
    'abs(-2)',
    'ceil(1.2)',
    'floor(1.8)',
    'round(2.5)',
    'sqrt(9)',
    'pow(2, 5)',
    'exp(1)',
  ],
  ...['log(10)', 'sin(1)', 'cos(1)', 'tan(1)', 'asin(1)', 'acos(1)', 'atan(1)', 'atan2(1, 2)', 'hypot(3, 4)'],
  ...[
    'max(1, 5, 3)',
    'min(4, 2)',
    'clamp(9, 1, 5)',
    'utc(2024, 1, 2)',
    'datetime(2024, 1, 2, 3)',
    "datetime('2024-05-06')",
  ],
  ...[
    'date(when)',
    'day(when)',
    'year(when)',
    'month(when)',
    'hours(when)',
    'minutes(when)',
    'seconds(when)',
    'time(when)',
  ],
  ...['milliseconds(when)', 'utcdate(when)', 'utcday(when)', 'utcyear(when)', 'utcmonth(when)', 'utchours(when)'],
  ...['utcminutes(when)', 'utcseconds(when)', 'utcmilliseconds(when)', 'timezoneoffset(when)', 'quarter(when)'],
  ...['week(when)', 'isoweek(when)', 'dayofyear(when)', 'utcquarter(when)', 'utcweek(when)', 'utcdayofyear(when)'],
  ...['length(list)', 'length(text)', "join(list, '-')", 'join(list)', 'indexof(list, 3)', "indexof(text, 'l')"],
  ...[
    'indexof(list, 3, 2)',
    "lastindexof(text, 'l')",
    "lastindexof(text, 'l', 2)",
    'lastindexof(list, 1)',
    'slice(list, 1)',
  ],
  ...['slice(text, 1, 3)', 'slice(list, -2)', 'reverse(list)', 'sort(list)', "sort(['b', null, 'a'])", 'sequence(5)'],
  ...['sequence(1, 9, 2)', "parseFloat('2.5kg')", "parseInt('11', 2)", 'upper(text)', 'lower(text)', "trim('  a ')"],
  ...['substring(text, 1, 3)', "split('a,b,c', ',')", "split('a1b2', /[0-9]/)", "split('a,b,c', ',', 2)"],
  ...[
    "replace('aXbX', 'X', '-')",
    "replace('aXbX', /X/g, '-')",
    "btoa('ab')",
    "atob('YWI=')",
    "encodeURIComponent('ä b')",
  ],
  ...['test(/l+/, text)', "test(regexp('L', 'i'), text)", "test('e', text)", 'if(row.a, 1, 2)', 'isArray(list)'],
  ...['isBoolean(true)', 'isDate(when)', 'isDefined(row.none)', 'isNumber(1)', 'isObject(row)', 'isRegExp(/a/)'],
  ...['isString(text)', 'isValid(null)', "toBoolean('false')", "toDate('2024-01-01')", "toNumber('3')", 'toString(3)'],
  ...[
    'flush([0, 9], 1, 2, 3, 4, 5)',
    'lerp([0, 10], 0.3)',
    'merge(row, {a: 9, z: 1})',
    "pad('7', 3, '0', 'left')",
    'peek(list)',
  ],
  ...[
    "pluck([row, {a: 7}], 'a')",
    "pluck(row, 'deep.x.y')",
    'span(list)',
    'inrange(3, [1, 4])',
    "truncate('abcdef', 3)",
  ],
  ...[
    "rgb('#f80').g",
    "hsl('red') + ''",
    "lab('red').l",
    "hcl('red') + ''",
    "luminance('#888')",
    "contrast('#000', '#fff')",
  ],
  ...["format(1234.5, ',.1f')", "timeFormat(when, '%Y-%m')", "utcFormat(when, '%B %d')", "timeParse('2024', '%Y')"],
  ...[
    "utcParse('2024', '%Y')",
    "timeOffset('month', when, 2)",
    "utcOffset('day', when)",
    'monthFormat(1)',
    'dayFormat(1)',
  ],
  ...[
    'monthAbbrevFormat(1)',
    'dayAbbrevFormat(1)',
    "timeUnitSpecifier(['year', 'month'])",
    'extent(list)',
    'isoweek(when)',
  ],
  ...["timeSequence('year', datetime(2020, 0), datetime(2023, 0))", "utcSequence('year', utc(2020, 0), utc(2023, 0))"],
  ...['clampRange([3, 12], 0, 10)', 'panLinear([0, 10], 0.1)', 'panLog([1, 10], 0.1)', 'panPow([1, 10], 0.1, 2)'],
  ...['panSymlog([1, 10], 0.1, 2)', 'zoomLinear([0, 10], 5, 2)', 'zoomLog([1, 10], 5, 2)', 'zoomPow([1, 10], 5, 2, 2)'],
  ...[
    'zoomSymlog([1, 10], 5, 2, 2)',
    'bandspace(5, 0.1, 0.2)',
    'easeCubicIn(0.3)',
    'easeLinear(0.4)',
    'easeBounce(0.3)',
  ],
  ...[
    'interpolateLinear([0, 4, 2], 0.6)',
    'cumulativeNormal(1, 0, 1)',
    'densityNormal(1, 0, 1)',
    'quantileNormal(0.3, 0, 1)',
  ],
  ...['cumulativeLogNormal(1)', 'densityLogNormal(1)', 'quantileLogNormal(0.3)', 'cumulativeUniform(0.4, 0, 1)'],
  ...['densityUniform(0.4, 0, 1)', 'quantileUniform(0.4, 0, 1)', 'warn(3)', 'info(4)', 'debug(5)', 'containerSize()'],
  ...[
    "data('rows')[1].v",
    "length(data('rows'))",
    "indata('rows', 'v', 2)",
    "scale('x', 3)",
    "invert('x', 50)",
    "domain('x')",
  ],
  ...[
    "range('x')",
    "bandwidth('x')",
    "gradient('x', [0, 0], [1, 0], 3).stops",
    "isTuple(data('rows')[0])",
    'lassoPath([[1, 2]])',
  ],
  ...[
    'lassoAppend([[1, 2]], 30, 4)',
    "geoArea(null, {type: 'Point', coordinates: [1, 2]})",
    'windowSize()',
    'utcisoweek(when)',
  ],
  ...["geoCentroid('earth', {type: 'Point', coordinates: [1, 2]})", "geoScale('earth')", "geoTranslate('earth')"],
  ...[
    "geoBounds(null, {type: 'Point', coordinates: [1, 2]})",
    'bins.step',
    'bins.start + bins.stop',
    "treePath('tree', 2, 3)",
  ],
  ...["treeAncestors('tree', 3)"],
]

const rows = Array.from({ length: 12 }, (_, index) => ({
  k: 'abc'[index % 3],
  v: index,
  w: (index * 7) % 5,
  t: `2024-0${1 + (index % 9)}-01`,
}))
const vega = (more: object): object => ({
  $schema: 'https://vega.github.io/schema/vega/v6.json',
  width: 100,
  height: 80,
  ...more,
})
const lite = (mark: unknown, encoding: object, more: object = {}): object => ({
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  ...{ data: { values: rows }, mark, encoding },
  ...more,
})
const K = { field: 'k', type: 'nominal' }
const V = { field: 'v', type: 'quantitative' }
const DATA = [{ name: 'rows', values: rows }]
const at = (value: unknown): object => ({ value })

/** Charts that people draw. */
export const CHARTS: readonly object[] = [
  lite('bar', { x: K, y: { ...V, aggregate: 'sum' }, color: { field: 'w', type: 'ordinal' } }),
  lite('line', { x: { field: 't', type: 'temporal', timeUnit: 'yearmonth' }, y: V, color: K, tooltip: [K, V] }),
  lite('rect', {
    x: { ...V, bin: true },
    y: { field: 'w', type: 'quantitative', bin: { maxbins: 4 } },
    color: { aggregate: 'count' },
  }),
  lite({ type: 'arc', innerRadius: 10 }, { theta: { ...V, aggregate: 'sum' }, color: K }),
  lite('point', { x: V, y: { field: 'w', type: 'quantitative' }, shape: K, facet: { ...K, columns: 2 } }),
  lite('boxplot', { x: K, y: V }),
  lite(
    'area',
    {
      x: V,
      y: { field: 'w', type: 'quantitative', stack: 'normalize' },
      color: K,
      opacity: { condition: { param: 'p', value: 1 }, value: 0.2 },
    },
    { params: [{ name: 'p', select: { type: 'point', fields: ['k'] }, bind: 'legend' }] },
  ),
  lite(
    'point',
    { x: V, y: { field: 'w', type: 'quantitative' }, size: { condition: { param: 'b', value: 90 }, value: 10 } },
    { params: [{ name: 'b', select: 'interval', value: { x: [2, 7] } }] },
  ),
  lite(
    'text',
    { x: K, y: { ...V, aggregate: 'max' }, text: { field: 'v', aggregate: 'mean', format: '.1f' } },
    {
      transform: [
        { calculate: 'datum.v * 2 + length(datum.k)', as: 'v' },
        { filter: 'datum.v > 3' },
        { window: [{ op: 'rank', as: 'r' }], sort: [{ field: 'v' }] },
      ],
    },
  ),
  lite('rule', { x: V, x2: { field: 'w' }, y: K }),
  vega({
    data: DATA,
    scales: [{ name: 'x', type: 'band', domain: { data: 'rows', field: 'v' }, range: 'width' }],
    marks: [
      {
        type: 'rect',
        from: { data: 'rows' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'v' },
            width: { scale: 'x', band: 1 },
            y2: { field: 'w', mult: 10 },
            height: at(5),
          },
        },
      },
      {
        type: 'rect',
        from: { data: 'rows' },
        encode: {
          enter: { xc: { field: 'v' }, width: at(4), y: at(30), y2: { field: 'w' }, tooltip: { signal: 'datum' } },
        },
      },
      {
        type: 'rule',
        from: { data: 'rows' },
        encode: { enter: { x: { field: 'v' }, x2: { field: 'w' }, y: { field: { group: 'height' }, mult: 0.5 } } },
      },
    ],
  }),
  vega({
    data: [
      {
        name: 'tree',
        values: [{ id: 1 }, { id: 2, up: 1, v: 3 }, { id: 3, up: 1, v: 5 }],
        transform: [
          { type: 'stratify', key: 'id', parentKey: 'up' },
          { type: 'treemap', field: 'v', size: [{ signal: 'width' }, { signal: 'height' }] },
        ],
      },
    ],
    marks: [
      {
        type: 'rect',
        from: { data: 'tree' },
        encode: {
          update: {
            x: { field: 'x0' },
            y: { field: 'y0' },
            x2: { field: 'x1' },
            y2: { field: 'y1' },
            fill: { color: { h: { field: 'id', mult: 60 }, s: at(0.5), l: at(0.5) } },
          },
        },
      },
    ],
  }),
  vega({
    projections: [{ name: 'earth', type: 'mercator', scale: 20 }],
    data: [{ name: 'net', transform: [{ type: 'graticule', step: [40, 40] }] }],
    marks: [
      {
        type: 'shape',
        from: { data: 'net' },
        encode: { update: { stroke: at('#999') } },
        transform: [{ type: 'geoshape', projection: 'earth' }],
      },
    ],
  }),
  vega({
    signals: [{ name: 'order', value: 'v' }],
    data: [
      {
        name: 'rows',
        values: rows.map(({ v, w }) => [v, w]),
        transform: [
          { type: 'formula', as: 'sum', expr: 'datum[0] + datum[1]' },
          { type: 'collect', sort: { field: { signal: "'sum'" } } },
        ],
      },
    ],
    marks: [{ type: 'symbol', from: { data: 'rows' }, encode: { update: { x: { field: '0' }, y: { field: 'sum' } } } }],
  }),
]
