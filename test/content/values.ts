import fc from 'fast-check'
import { objectOf } from '../../packages/common/json.ts'
import { hostileText, jsonMap, jsonValue } from '../../packages/common/test/yaml/values.ts'
import { WIDGET_TYPES } from '../../src/content/limits.ts'
import type { App, Dashboard, FreeForm, Report, ReportReference, Widget, Workbook } from '../../src/content/model.ts'
import type { Lists } from '../support/lists.ts'

export const EMPTY: Lists = { folders: [], workbooks: [], reports: [], model: [] }

export const workbook = (slug: string, more: Partial<Workbook> = {}): Workbook => ({
  slug,
  folder: [],
  name: slug,
  publish: true,
  meta: {},
  ...more,
})

export const report = (id: string, more: Partial<Report['definition']> = {}, place: Report['place'] = {}): Report => ({
  id,
  place,
  definition: { name: id, ...more },
})

export const chart = (id: string, reference?: ReportReference, more: Partial<Widget> = {}): Widget => ({
  id,
  type: 'CHART',
  ...(reference === undefined ? {} : { report: reference }),
  position: { x: 0, y: 0, w: 6, h: 4 },
  ...more,
})

export const dashboard = (...widgets: Widget[]): Dashboard => ({ widgets })

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T

const freeForm = jsonMap as fc.Arbitrary<FreeForm>

/** Few ids, so that two dashboards have much in common. */
const widget = (id: string): fc.Arbitrary<Widget> =>
  fc
    .record({
      type: fc.constantFrom(...WIDGET_TYPES),
      report: maybe(fc.constantFrom<ReportReference>('report/A', 'id:B', 'missing(2/1)')),
      x: fc.nat({ max: 3 }),
      config: maybe(freeForm),
      style: maybe(freeForm),
    })
    .map(({ x, ...rest }) => given({ id, ...rest, position: { x, y: 0, w: 1, h: 1 } }) as Widget)

const widgets: fc.Arbitrary<Widget[]> = fc
  .shuffledSubarray(['a', 'b', 'c', 'd e', '__proto__'])
  .chain((ids) => fc.tuple(...ids.map(widget)))

const app: fc.Arbitrary<App> = fc.record({
  entry: fc.constantFrom('main.tsx', 'index.js'),
  files: fc
    .array(fc.tuple(fc.constantFrom('main.tsx', 'constructor', '__proto__', '10', '9'), hostileText))
    .map((files) => objectOf(files) as App['files']),
})

export const anyDashboard: fc.Arbitrary<Dashboard> = fc
  .record({
    kind: maybe(fc.constantFrom('CLASSIC' as const, 'APP' as const)),
    title: maybe(hostileText),
    layout: maybe(freeForm),
    settings: maybe(freeForm),
    theme: maybe(freeForm),
    app: maybe(app),
    widgets,
  })
  .map((value) => given(value) as Dashboard)

export const anyWorkbook: fc.Arbitrary<Workbook> = fc
  .record({
    folder: fc.constantFrom([], ['Sales'], ['Sales', 'a/b']),
    name: hostileText,
    publish: fc.boolean(),
    allowEmbed: maybe(fc.boolean()),
    meta: freeForm,
    published: maybe(fc.record({ title: hostileText })),
    dashboard: maybe(anyDashboard),
  })
  .map((value) => given({ slug: 'one', ...value }) as Workbook)

export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    place: fc.constantFrom({}, { workbook: 'one' }, { folder: ['Sales'] }, { workbook: 'one', folder: ['Sales'] }),
    name: hostileText,
    title: maybe(hostileText),
    kind: maybe(hostileText),
    source: maybe(fc.constantFrom('PLAYGROUND', 'EXCEL')),
    query: maybe(fc.oneof(freeForm, hostileText)),
    sql: maybe(hostileText),
    spec: maybe(jsonValue.filter((value) => value !== null)),
    meta: maybe(freeForm),
  })
  .map(({ place, query, ...rest }) => {
    const parts = typeof query === 'string' ? { queryText: query } : { query }
    return { id: 'A', place, definition: given({ ...rest, ...parts }) as Report['definition'] }
  })
