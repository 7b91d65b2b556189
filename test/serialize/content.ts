import fc from 'fast-check'
import { hostileText, jsonMap } from '../../packages/common/test/yaml/values.ts'
import type { FolderPath, Notification, Report, Widget, Workbook } from '../../src/content/model.ts'
import type { Lists } from '../support/lists.ts'

/** Content of every kind, with names and texts that strangers chose, and dashboards that name each other's reports. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const letters = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: length, maxLength: length })

const publicId = letters(11).map((rest) => `R${rest}`)
const slug = fc.string({ unit: fc.constantFrom(...'abc-_. 1é'), minLength: 1, maxLength: 8 }).map((text) => `s${text}e`)
const name = fc
  .oneof(fc.constantFrom('Sales', 'sales', 'Revenue by month', 'CON', '../x', 'a/b'), hostileText)
  .filter((text) => text.length <= 255 && text !== '' && text.isWellFormed())
const text = fc.oneof(hostileText, fc.constant('select 1\nfrom orders\nwhere a = 1'), fc.constant('line\n'))
const freeForm = jsonMap as fc.Arbitrary<Record<string, unknown>>
const metaOf = freeForm.map((map) =>
  Object.fromEntries(Object.entries(map).filter(([key]) => !/^(kind|spec|boardwright|dashboardDraft)$/.test(key))),
)

const someOf = <T>(record: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(record, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

const size = fc.integer({ min: 0, max: 12 })
const position = fc.record({ x: size, y: size, w: size, h: size })

function widgetOf(references: readonly Widget['report'][]): fc.Arbitrary<Widget> {
  const reference = fc.constantFrom(
    ...references.flatMap((each) => each ?? []),
    'id:Outside00001' as const,
    'missing(2/17)' as const,
  )
  const shared = someOf({
    responsiveLayouts: fc.record({ md: position, sm: position }),
    config: freeForm,
    style: freeForm,
  })
  const base = fc.tuple(fc.record({ id: letters(8), position }), shared)
  return fc.oneof(
    fc.tuple(base, reference).map(([[own, rest], report]) => ({ ...own, ...rest, type: 'CHART' as const, report })),
    fc
      .tuple(base, fc.array(reference, { maxLength: 3 }))
      .map(([[own, rest], reports]) => ({ ...own, ...rest, type: 'AI' as const, reports })),
    fc
      .tuple(base, fc.constantFrom('TEXT' as const, 'CONTAINER' as const))
      .map(([[own, rest], type]) => ({ ...own, ...rest, type })),
  )
}

const definition = fc
  .tuple(
    fc.record({ name }),
    someOf({
      title: name,
      kind: fc.constantFrom('table', 'html', 'kpi'),
      sql: text,
      pivot: freeForm,
      spec: fc.oneof(text, freeForm),
      pythonCode: text,
      preferences: freeForm,
      meta: metaOf,
    }),
    fc.oneof(
      fc.constant({}),
      freeForm.map((query) => ({ query })),
      text.map((queryText) => ({ queryText })),
    ),
  )
  .map(([named, rest, query]) => ({ ...named, ...rest, ...query }))

const control = fc.record({ member: name, value: text })

const scheduleOf = (workbook: string, slug: string): fc.Arbitrary<Notification> =>
  fc
    .tuple(
      fc.record({
        schedule: fc.constantFrom('0 7 * * 1-5', '*/15 * 1 JAN *'),
        timezone: fc.constantFrom('UTC', 'Europe/Zurich'),
        format: fc.constantFrom('png', 'pdf'),
        send: fc.boolean(),
        aiSummary: fc.boolean(),
      }),
      someOf({
        enabled: fc.boolean(),
        filters: fc.array(control, { maxLength: 2 }),
        recipients: fc.uniqueArray(fc.emailAddress(), { maxLength: 3, selector: (email) => email.toLowerCase() }),
      }),
    )
    .map(([said, more]) => ({ slug: `weekly-${slug}`, workbook, ...said, ...more }))

const paths: readonly FolderPath[] = [[], ['Sales'], ['Sales', 'North / West'], ['sales 2']]

export const content: fc.Arbitrary<Lists> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(slug, name, fc.constantFrom(...paths)), {
      maxLength: 3,
      selector: ([each]) => each.trim().toLowerCase(),
    }),
    fc.uniqueArray(fc.tuple(publicId, definition, fc.nat()), { minLength: 1, maxLength: 6, selector: ([id]) => id }),
  )
  .chain(([workbooks, defined]) => {
    const reports = defined.map(([id, definition, at]): Report => {
      const places = [
        ...workbooks.map(([slug]) => ({ workbook: slug })),
        ...paths.map((folder) => (folder.length === 0 ? {} : { folder })),
      ]
      return { id, place: places[at % places.length] ?? {}, definition }
    })
    const widgets = fc.uniqueArray(widgetOf(reports.map(({ id }) => `report/${id}` as const)), {
      maxLength: 5,
      selector: ({ id }) => id,
    })
    const dashboard = fc
      .tuple(
        someOf({ title: name, layout: freeForm, theme: freeForm }),
        widgets,
        fc.dictionary(fc.constantFrom('a.js', 'b/c.css', 'CON', 'x:y'), hostileText),
      )
      .map(([rest, list, files]) => ({
        ...rest,
        widgets: list,
        ...(Object.keys(files).length > 0 ? { app: { entry: 'a.js', files } } : {}),
      }))
    const whole = workbooks.map(([slug, name, folder]) =>
      fc
        .tuple(dashboard, metaOf, fc.boolean())
        .map(([dashboard, meta, publish]): Workbook => ({ slug, name, folder, publish, meta, dashboard })),
    )
    const schedules = fc.tuple(...workbooks.map(([workbook], index) => scheduleOf(workbook, `${index}`)))
    return fc.tuple(fc.tuple(...whole), schedules).map(([workbooks, notifications]) => ({
      ...(notifications.length > 0 ? { notifications } : {}),
      folders: paths.filter((path) => path.length > 0).map((path, position) => ({ path, position })),
      workbooks,
      reports,
      model: [],
    }))
  })
