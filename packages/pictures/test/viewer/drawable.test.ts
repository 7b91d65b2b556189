import { expect, test } from 'vitest'
import type { SceneReport } from '../../scene.ts'
import type { Column, Row, Rows } from '../../viewer/data/rows.ts'
import type { About } from '../../viewer/facts/about.ts'
import { pivotOf } from '../../viewer/facts/pivot.ts'
import { sankeyOf } from '../../viewer/facts/sankey.ts'
import { tableOf } from '../../viewer/facts/table.ts'
import { lookOf } from '../../viewer/look/look.ts'
import { chartOf, openChart } from '../../viewer/vega/view.ts'

const { theme } = lookOf({}, 'light', () => true)
const columns: Column[] = [
  { name: 'kind', title: 'Kind', type: 'string' },
  { name: 'net', title: 'Net', type: 'number' },
]
const rowsOf = (...rows: readonly (readonly [kind: unknown, net: number])[]): Rows => ({
  columns,
  rows: rows.map(([kind, net]): Row => ({ kind, net })),
})
const about = (report: Partial<SceneReport>): About => ({
  stage: {
    scene: { title: '', dashboard: { kind: 'CLASSIC', widgets: [] }, reports: {} },
    theme,
    formats: { locale: 'en' },
  },
  widget: { id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 } },
  nested: { widget: { id: 'a', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 } }, children: [] },
  name: 'A',
  report: { name: 'A', ...report },
})

const vega = (spec: object): SceneReport => ({ name: 'A', kind: 'vega', spec })
const PIE = vega({ mark: { type: 'arc' }, encoding: { theta: { field: 'net' }, color: { field: 'kind' } } })
const RING = vega({ encoding: { theta: { field: 'net' } }, layer: [{ mark: 'arc' }, { mark: 'text' }] })
const bars = (first: 'x' | 'y') =>
  vega({
    mark: 'bar',
    encoding: {
      [first]: { field: 'kind', type: 'nominal' },
      [first === 'x' ? 'y' : 'x']: { field: 'net', type: 'quantitative' },
    },
  })

test.each([
  ['a pie', PIE],
  ['a ring', RING],
])('%s leaves out negative numbers, and says so', (_, report) => {
  const chart = chartOf(report, rowsOf(['a', 5], ['b', -3], ['c', 0]))
  expect(chart?.fault).toBe('A pie cannot show negative numbers: 1 row is left out.')
  expect(chart?.rows.rows.map(({ kind }) => kind)).toEqual(['a', 'c'])
  expect(chartOf(report, rowsOf(['a', 5]))?.fault).toBe(undefined)
  expect(() => chartOf(report, rowsOf(['b', -3]))).toThrow('and all of these are')
})

test('bars show negative numbers', () => {
  expect(chartOf(bars('x'), rowsOf(['a', 5], ['b', -3]))).toMatchObject({ fault: undefined, rows: { rows: [{}, {}] } })
})

test('a chart that draws a number and the same text as one category says so', () => {
  expect(chartOf(bars('x'), rowsOf([0, 5], ['0', 3]))?.fault).toBe(
    '“kind” has 0 as a number and as a text: the chart draws them as one.',
  )
})

test('totals of all columns are those of each measure that has one, and of no dimension', () => {
  const members = {
    'a.year': { kind: 'dimension', type: 'number' },
    'a.net': { kind: 'measure', type: 'sum' },
    'a.share': { kind: 'measure', type: 'number' },
  } as const
  const report = about({ kind: 'table', spec: { totals: true } })
  const { stage } = report
  const given = { ...report, stage: { ...stage, scene: { ...stage.scene, members } } }
  const rows: Rows = {
    columns: Object.keys(members).map((name) => ({ name, title: name, type: 'number' })),
    rows: [
      { 'a.year': 2025, 'a.net': 3, 'a.share': 0.5 },
      { 'a.year': 2026, 'a.net': 4, 'a.share': 0.2 },
    ],
  }
  const asked = { ...rows, totalsBy: () => [{ 'a.net': 7, 'a.share': 0.4 }] }
  expect([...(tableOf(given, asked)?.totals ?? [])]).toEqual([
    ['a.net', '7'],
    ['a.share', '0.4'],
  ])
  expect([...(tableOf(given, rows)?.totals ?? [])]).toEqual([['a.net', '7']])
  const named = { ...given, ...about({ kind: 'table', spec: { totals: ['a.year'] } }), stage: given.stage }
  expect([...(tableOf(named, rows)?.totals ?? [])], 'asked for by name').toEqual([['a.year', '4,051']])
})

test('a pivot tells a number from the same text, and nothing from an empty text', () => {
  const pivot = { rows: ['kind'], columns: [], measures: ['net'] }
  const lines = pivotOf(about({ pivot }), rowsOf([0, 5], ['0', 3], [null, 2], ['', 1]))?.lines
  expect(lines?.map(({ values }) => values[0]?.text)).toEqual(['5', '3', '2', '1'])
})

const flows = (...amounts: readonly number[]): Rows => ({
  columns: [],
  rows: amounts.map((value, index) => ({ source: 'a', target: `b${index}`, value })),
})

test('a Sankey diagram leaves out negative flows, and says so; flows of zero have no width', () => {
  const report = { kind: 'sankey', spec: {} }
  expect(sankeyOf(about(report), flows(4, -1, -2, 0))).toMatchObject({
    note: 'A Sankey diagram cannot show negative numbers: 2 rows are left out.',
  })
  expect(sankeyOf(about(report), flows(4, 0))).toMatchObject({ note: undefined })
  expect(sankeyOf(about(report), flows(-4))).toBe('No flows: a Sankey diagram cannot show negative numbers.')
})

test('a flow with a long name leaves room for the diagram', () => {
  const rows = { columns: [], rows: [{ source: 'x'.repeat(300), target: 'b', value: 1 }] }
  const diagram = sankeyOf(about({ kind: 'sankey', spec: {} }), rows)
  const texts = JSON.stringify(typeof diagram === 'string' ? diagram : diagram.draw(400, 200))
  expect(texts).toContain(`"${'x'.repeat(29)}…"`)
})

test.each(['x', 'y'] as const)('a long category on the %s axis leaves half of the room to the bars', async (axis) => {
  const rows = rowsOf(['x'.repeat(300), 5], ['b', 3])
  const report = bars(axis)
  const { view } = await openChart(
    {
      ...{ report, spec: report.spec as object as Readonly<Record<string, unknown>>, rows, theme },
      ...{
        size: { width: 200, height: 150 },
        locale: undefined,
        config: {},
        widthOf: (text: string) => text.length * 6,
      },
    },
    { renderer: 'none' },
  )
  await view.toSVG()
  expect(axis === 'x' ? view.height() / 150 : view.width() / 200).toBeGreaterThan(0.25)
  view.finalize()
})

/** What stands below a chart at this width: the texts that are seen, where they are, and at which angle. */
async function namesAt(width: number, x: object, rows: Rows) {
  const spec = { mark: 'bar', encoding: { x: { field: 'kind', ...x }, y: { field: 'net', type: 'quantitative' } } }
  const { view } = await openChart(
    {
      ...{ report: vega(spec), spec, rows, theme, size: { width, height: 200 } },
      ...{ locale: undefined, config: {}, widthOf: (text: string) => text.length * 6 },
    },
    { renderer: 'none' },
  )
  const svg = await view.toSVG()
  view.finalize()
  const axis = /role-axis-label.*?<\/g>/s.exec(svg)?.[0] ?? ''
  const shown = [
    ...axis.matchAll(/<text text-anchor="(\w+)" transform="translate\(([\d.]+)[^>]*opacity="1"[^>]*>([^<]*)</g),
  ]
  return {
    texts: shown.map(([, , , text = '']) => text),
    anchors: [...new Set(shown.map(([, anchor]) => anchor))],
    places: shown.map(([, , at]) => Number(at)),
    below: [...axis.matchAll(/translate\([\d.]+,([-\d.]+)\)/g)].map(([, at]) => Number(at)),
    angle: /rotate\((-?\d+)/.exec(axis)?.[1],
  }
}

const FONT_SIZE = 11
const WIDTHS = [240, 400, 640, 1280]
const stepsOf = (places: readonly number[]): number[] => places.slice(1).map((at, index) => at - (places[index] ?? 0))

test('names below bars are level where they fit, centred below their bars and never behind them', async () => {
  const rows = rowsOf(['Bayern', 5], ['Romandie', 3], ['Ticino', 3], ['Vorarlberg', 4])
  expect((await namesAt(500, { type: 'nominal' }, rows)).angle).toBeUndefined()
  expect((await namesAt(150, { type: 'nominal' }, rows)).angle).toBe('270')
  const { anchors, below } = await namesAt(500, { type: 'nominal' }, rows)
  expect(anchors).toEqual(['middle'])
  expect(Math.min(...below)).toBeGreaterThan(FONT_SIZE)
})

test('months below a chart are as far apart everywhere', async () => {
  const months = Array.from(
    { length: 34 },
    (_, month) => [new Date(Date.UTC(2024, month, 15)).toISOString(), month] as const,
  )
  const x = { type: 'temporal', timeUnit: 'yearmonth', axis: { format: '%Y-%m' } }
  for (const width of WIDTHS) {
    const { texts } = await namesAt(width, x, rowsOf(...months))
    const at = texts.map((text) => 12 * Number(text.slice(0, 4)) + Number(text.slice(5)))
    expect([width, texts.length > 1, new Set(stepsOf(at)).size]).toEqual([width, true, 1])
  }
})

test('days below a chart are as far apart everywhere, over the end of a month too, and name it', async () => {
  for (const days of [12, 40, 61, 150]) {
    const rows = rowsOf(
      ...Array.from({ length: days }, (_, day) => [new Date(2026, 8, 21 + day).toISOString(), day] as const),
    )
    for (const width of WIDTHS) {
      const { texts, anchors, places } = await namesAt(width, { type: 'temporal' }, rows)
      const steps = stepsOf(places)
      expect([days, width, texts.length > 1, anchors]).toEqual([days, width, true, ['middle']])
      // A month is 28 to 31 days long.
      expect(Math.max(...steps) / Math.min(...steps), `${days} days at ${width} px: ${texts}`).toBeLessThan(1.11)
      for (const text of texts) expect(text).toMatch(/^([A-Z][a-z]{2} (\d\d|202[67])|2027)$/)
    }
  }
})

test('months below a chart have their year, as the January that begins it may have no room', async () => {
  const months = Array.from(
    { length: 24 },
    (_, at) => [new Date(Date.UTC(2024, 11 + at, 15)).toISOString(), at] as const,
  )
  for (const width of WIDTHS) {
    const { texts } = await namesAt(width, { type: 'temporal' }, rowsOf(...months))
    expect(texts.filter((text) => !/\b202[4-6]$/.test(text))).toEqual([])
  }
})

interface Item {
  readonly tooltip?: unknown
  readonly items?: readonly Item[]
}

const tooltipsIn = ({ tooltip, items = [] }: Item): unknown[] =>
  tooltip === undefined ? items.flatMap(tooltipsIn) : [tooltip]

test.each([
  [{}, '515,322.5'],
  [{ format: 'currency', currency: 'CHF', decimals: 0 }, 'CHF\u00a0515,323'],
  [{ format: 'percent' }, '51,532,250.0%'],
] as const)('a tooltip writes a number as tables do, whatever the axis has: %j', async (format, text) => {
  const rows = {
    columns: [{ name: 'net', title: 'Net', type: 'number' as const, ...format }],
    rows: [{ net: 515_322.5 }],
  }
  const tooltipOf = async (encoding: object): Promise<unknown> => {
    const spec = {
      mark: 'bar',
      encoding: { y: { field: 'net', type: 'quantitative', axis: { format: '~s' } }, ...encoding },
    }
    const { view } = await openChart(
      {
        ...{ report: vega(spec), spec, rows, theme, size: { width: 300, height: 200 } },
        ...{ locale: 'en', config: {}, widthOf: (text: string) => text.length * 6 },
      },
      { renderer: 'none' },
    )
    const [tooltip] = tooltipsIn((view.scenegraph() as unknown as { readonly root: Item }).root)
    view.finalize()
    return tooltip
  }
  expect(await tooltipOf({})).toEqual({ Net: text })
  const own = { tooltip: [{ field: 'net', type: 'quantitative', format: '~s' }] }
  expect(await tooltipOf(own)).toEqual({ Net: '515.323k' })
})

test('numbers below a chart are as far apart everywhere, each below its place', async () => {
  for (const most of [7, 160, 1_600_000]) {
    const rows = {
      columns: [{ name: 'kind', title: 'Kind', type: 'number' as const }],
      rows: [
        { kind: 0, net: 1 },
        { kind: most, net: 2 },
      ],
    }
    for (const width of WIDTHS) {
      const { texts, anchors, places } = await namesAt(width, { type: 'quantitative' }, rows)
      const steps = stepsOf(places).map(Math.round)
      expect([most, width, texts.length > 1, anchors]).toEqual([most, width, true, ['middle']])
      expect(Math.max(...steps) - Math.min(...steps), `${texts} at ${width} px`).toBeLessThan(2)
    }
  }
})

test.each([
  ['the last number', 'y', rowsOf(['lead', 1_780_000], ['offer', 1_200_000])],
  ['each name', 'x', rowsOf(['ZKB', 7_000_000], ['Sparkasse', 5], ['PostFinance', 4], ['UBS', 3])],
] as const)('%s below a chart is seen whole at every width', async (_, axis, rows) => {
  const report = bars(axis)
  const cut: number[] = []
  for (let width = 240; width < 900; width += 12) {
    const { view } = await openChart(
      {
        ...{ report, spec: report.spec as object as Readonly<Record<string, unknown>>, rows, theme },
        ...{ size: { width, height: 200 }, locale: undefined, config: {}, widthOf: (text: string) => text.length * 6 },
      },
      { renderer: 'none' },
    )
    const { root } = view.scenegraph() as unknown as {
      readonly root: { readonly bounds: { readonly x2: number; readonly y2: number } }
    }
    const [left = 0, top = 0] = view.origin()
    if (left + root.bounds.x2 > width - 2 || top + root.bounds.y2 > 200 - 2) cut.push(width)
    view.finalize()
  }
  expect(cut).toEqual([])
})
