import fc from 'fast-check'
import type { SeedDashboard } from '../../packages/sandbox/seeds/dashboard.ts'
import { freeForm, longText } from './texts.ts'

/** Turns a number into the id of a report, once it is known which reports there are. */
export type Naming = (pick: number) => number

const TYPES = [
  'CHART',
  'TEXT',
  'FILTER',
  'AI',
  'TIME_GRAIN',
  'FIELD',
  'PARENT',
  'SPACER',
  'DIVIDER',
  'CONTAINER',
  'TABS_CONTAINER',
] as const

const small = fc.integer({ min: -2, max: 14 })
const position = fc.record({ x: small, y: small, w: small, h: small })
const breakpoints = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ lg: value, md: value, sm: value, xs: value, xxs: value }, { requiredKeys: [] })

/** Absent, null, or a value: the API may treat all three differently. */
export const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null), fc.constant(undefined))

/** What a key of references may hold: numbers of reports, numbers of no report, and other values. */
const named = fc.oneof(
  { weight: 5, arbitrary: fc.nat() },
  fc.constantFrom<unknown>('dangling', null, 'text', 1.5, [], true),
)

const widget = fc.record({
  id: fc.oneof(
    fc.string({ minLength: 1, maxLength: 8 }),
    longText.filter((text) => text !== '' && text.length <= 128),
  ),
  type: fc.constantFrom(...TYPES),
  position,
  responsiveLayouts: perhaps(breakpoints(fc.oneof(position, fc.constant(null)))),
  config: perhaps(freeForm),
  style: perhaps(freeForm),
  report: named,
  reports: fc.oneof(fc.array(fc.nat(), { maxLength: 3 }), fc.constantFrom<unknown>(null, 'text', ['text'])),
  names: fc.boolean(),
  parent: fc.option(fc.nat(), { freq: 3 }),
})

const layout = fc.record(
  {
    breakpoints: breakpoints(fc.nat(2000)),
    cols: breakpoints(fc.integer({ min: 1, max: 24 })),
    containerPadding: fc.array(small, { maxLength: 2 }),
    margin: fc.oneof(fc.constant(null), fc.array(small, { maxLength: 2 })),
    rowHeight: fc.oneof(fc.constant(null), fc.nat(100)),
    compact: fc.constantFrom(null, 'vertical'),
  },
  { requiredKeys: [] },
)

/** File names that people and their tools choose, some of which no disk should get. */
const FILES = [
  ...['src/App.tsx', 'src/app.tsx', 'index.html', 'src/../up.ts', '../up.ts', '/etc/passwd', 'CON', 'aux.ts'],
  ...['a:b.ts', 'a\\b.ts', 'trailing.', 'nul\0.ts', '\x1b[31m.ts', 'ünï.ts', 'u\u0308.ts', '', 'a//b.ts', '.env'],
  ...['x'.repeat(300), 'src/styles.css', 'deep/er/and/deeper.ts', '__proto__', 'yes.yaml', '.git/config', 'half\ud800'],
]

const app = fc.record(
  {
    entry: perhaps(fc.constantFrom(...FILES.filter((path) => path.length <= 255))),
    html: perhaps(longText),
    manifest: perhaps(
      fc.record(
        { dependencies: fc.dictionary(fc.constantFrom('react', '@acme/ui', '10'), longText), version: fc.nat() },
        { requiredKeys: [] },
      ),
    ),
    files: perhaps(
      fc.dictionary(
        fc.constantFrom(...FILES),
        fc.oneof(longText, fc.constantFrom('a\0b', 'half\udc00', '\ufeffx\r\n')),
        {
          maxKeys: 6,
        },
      ),
    ),
  },
  { requiredKeys: [] },
)

const parts = fc.record({
  kind: perhaps(fc.constantFrom('CLASSIC' as const, 'APP' as const)),
  title: perhaps(longText),
  description: perhaps(longText),
  layout: perhaps(layout),
  settings: perhaps(freeForm),
  theme: perhaps(freeForm),
  app: fc.option(app, { freq: 3 }),
  widgets: perhaps(fc.uniqueArray(widget, { maxLength: 6, selector: ({ id }) => id })),
})

/** A dashboard that only lacks the ids of its reports: `naming` turns a number into one. */
export const dashboard: fc.Arbitrary<(naming: Naming) => SeedDashboard> = parts.map(
  (one) => (naming) =>
    ({
      ...one,
      widgets: one.widgets?.map(({ report, reports, names, parent, ...widget }, index, all) => ({
        ...widget,
        config: withKeys(widget.config, {
          ...(names && widget.type === 'CHART' ? { reportId: idOf(report, naming) } : {}),
          ...(names && widget.type === 'AI' ? { reportIds: idsOf(reports, naming) } : {}),
          ...(parent === null || index === 0 ? {} : { parentId: all[parent % index]?.id }),
        }),
      })),
    }) as SeedDashboard,
)

const withKeys = (config: object | null | undefined, keys: object): object | null | undefined =>
  Object.keys(keys).length === 0 ? config : { ...config, ...keys }

/** The number of no report. */
const DANGLING = 7

const idOf = (value: unknown, naming: Naming): unknown =>
  value === 'dangling' ? DANGLING : Number.isInteger(value) ? naming(value as number) : value

const idsOf = (value: unknown, naming: Naming): unknown =>
  Array.isArray(value) ? value.map((each) => idOf(each, naming)) : value
