import { pattern } from '@boardwright/common'
import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { memberOf } from './columns.ts'
import { titleOf } from './format.ts'
import { type FreeForm, isMap, mapsAt, textAt, textsAt } from './free.ts'
import { dayIn, daysOf, isOfDays } from './periods.ts'

/** What was chosen in a control, by its widget's id. Undefined until somebody chooses. */
export type ChoiceOf = (id: string) => unknown

/** The value that a mark of a chart stands for. */
export interface Picked {
  readonly column: string
  readonly value: string
}

/** The columns that a chart can filter the others by: what it groups by, and its periods. */
export const pickableIn = ({ query }: SceneReport, scene: Scene): string[] => [
  ...textsAt(query, 'dimensions').filter((each) => memberOf(each, scene)?.type !== 'time'),
  ...periodsIn(query).map(({ column }) => column),
]

const periodsIn = (query: unknown): { readonly column: string; readonly member: string; readonly grain: string }[] =>
  mapsAt(query, 'timeDimensions').flatMap((each) => {
    const [member, grain] = [textAt(each, 'dimension'), textAt(each, 'granularity')]
    return member === undefined || grain === undefined || !isOfDays(grain)
      ? []
      : [{ column: `${member}.${grain}`, member, grain }]
  })

function filterOf({ column, value }: Picked, report: SceneReport | undefined): Omit<Filter, 'from'> {
  const period = periodsIn(report?.query).find((each) => each.column === column)
  const days = period && daysOf(dayIn(value), period.grain)
  return period && days
    ? { member: period.member, operator: 'inDateRange', values: days }
    : { member: column, operator: 'equals', values: [value] }
}

/** Whether a click on a mark filters the other widgets. */
export const isCrossFiltered = ({ dashboard }: Scene): boolean => dashboard.settings?.['crossFilter'] === true

interface Filter {
  readonly member: string
  readonly operator: string
  readonly values: readonly string[]
  /** What people call it. */
  readonly name?: string | undefined
  /** The report that the filter was picked in: it goes on showing everything. */
  readonly from?: string | undefined
}

interface Chosen {
  readonly filters: readonly Filter[]
  readonly grains: readonly { readonly member: string; readonly grain: string }[]
  readonly fields: readonly { readonly from: string; readonly to: string }[]
}

/**
 * The scene, with its queries as the dashboard's controls change them. A preset filter applies from the start; grains
 * and fields are those of the reports until somebody chooses others. SQL stays unchanged.
 */
export const withChoices = (scene: Scene, choiceOf: ChoiceOf): Scene => withChosen(scene, chosenIn(scene, choiceOf))

/** Values for controls, by the member that each control changes. */
export interface Sent {
  readonly filters: readonly Filter[]
  readonly grains: readonly { readonly member: string; readonly grain: string }[]
  readonly fields: readonly { readonly member: string; readonly selected: string }[]
}

/** A sent filter replaces the presets of its member, and also applies if the dashboard has no control for it. */
export function withSent(scene: Scene, { filters, grains, fields }: Sent): Scene {
  const own = new Map(
    (scene.dashboard.widgets ?? []).map(({ id, type, config }): [string, unknown] => {
      const member = textAt(config, 'member')
      const isIt = (each: { readonly member: string }): boolean => each.member === member
      if (type === 'TIME_GRAIN') return [id, grains.find(isIt)?.grain]
      if (type === 'FIELD') return [id, fields.find(isIt)?.selected]
      return [id, type === 'FILTER' && filters.some(isIt) ? [] : undefined]
    }),
  )
  const chosen = chosenIn(scene, (id) => own.get(id))
  return withChosen(scene, { ...chosen, filters: [...chosen.filters, ...filters] })
}

function withChosen(scene: Scene, chosen: Chosen): Scene {
  if (chosen.filters.length + chosen.grains.length + chosen.fields.length === 0) return scene
  const reports = Object.entries(scene.reports).map(([name, report]) => {
    const filters = chosen.filters.filter(({ from }) => from !== name)
    const missed = filters.filter((each) => !reaches(each, report)).map((each) => calledOf(each, scene))
    const drawn = applied(report, { ...chosen, filters })
    return [name, missed.length === 0 ? drawn : { ...drawn, missed: [...new Set(missed)] }] as const
  })
  return { ...scene, reports: Object.fromEntries(reports) }
}

function chosenIn(scene: Scene, choiceOf: ChoiceOf): Chosen {
  const ofType = (type: string): SceneWidget[] =>
    (scene.dashboard.widgets ?? []).filter((widget) => widget.type === type)
  const pickedIn = isCrossFiltered(scene) ? ofType('CHART') : []
  const picked = pickedIn.flatMap(({ id, report }) =>
    ((choiceOf(id) ?? []) as readonly Picked[]).map(
      (each): Filter => ({ ...filterOf(each, scene.reports[report ?? '']), from: report ?? undefined }),
    ),
  )
  const filters = ofType('FILTER').flatMap(({ id, config }): Filter[] => {
    const member = textAt(config, 'member')
    const values = valuesOf(choiceOf(id) ?? config?.['value'])
    const isTime = memberOf(member ?? '', scene)?.type === 'time'
    const operator = isTime ? 'inDateRange' : (textAt(config, 'operator') ?? 'equals')
    const isOpen = values.every((value) => value === '') && operator !== 'set' && operator !== 'notSet'
    return member === undefined || isOpen ? [] : [{ member, operator, values, name: textAt(config, 'title') }]
  })
  return {
    filters: [...filters, ...picked],
    grains: ofType('TIME_GRAIN').flatMap(({ id, config }) => {
      const [member, grain] = [textAt(config, 'member'), choiceOf(id)]
      return member === undefined || typeof grain !== 'string' ? [] : [{ member, grain }]
    }),
    fields: ofType('FIELD').flatMap(({ id, config }) => {
      const [from, to] = [fieldOf(config), choiceOf(id)]
      return from === undefined || typeof to !== 'string' || from === to ? [] : [{ from, to }]
    }),
  }
}

/** Whether a control changes anything: some report's query has to use its member. */
export function hasEffect({ reports }: Scene, { type, config }: SceneWidget): boolean {
  const member = type === 'FIELD' ? fieldOf(config) : textAt(config, 'member')
  const isAbout = CONTROLLED[type]
  return !isAbout || member === undefined || Object.values(reports).some(({ query }) => isAbout(query, member))
}

const CONTROLLED: Readonly<Record<string, (query: unknown, member: string) => boolean>> = {
  FILTER: (query, member) => membersIn(query).some((each) => ownerOf(each) === ownerOf(member)),
  FIELD: (query, member) => membersIn(query).includes(member),
  TIME_GRAIN: (query, member) =>
    mapsAt(query, 'timeDimensions').some(
      (each) => textAt(each, 'dimension') === member && textAt(each, 'granularity') !== undefined,
    ),
}

export const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value]).map(String)

export const fieldsOf = (config: unknown): string[] => {
  const options = textsAt(config, 'options')
  return options.length > 0 ? options : [textAt(config, 'member')].filter((each) => each !== undefined)
}

/** The field that a switcher starts with. */
export function fieldOf(config: unknown): string | undefined {
  const all = fieldsOf(config)
  const selected = textAt(config, 'selected') ?? textAt(config, 'member')
  return all.find((each) => each === selected || each.split('.').at(-1) === selected) ?? all[0]
}

function applied(report: SceneReport, { filters, grains, fields }: Chosen): SceneReport {
  if (!isMap(report.query)) return report
  const switched = fields.reduce(withField, report)
  const grained = grains.reduce(withGrain, switched)
  return filters.reduce(withFilter, grained)
}

/** A filter applies to every query on its cube or view. */
const reaches = ({ member }: Filter, { query }: SceneReport): boolean =>
  isMap(query) && membersIn(query).some((each) => ownerOf(each) === ownerOf(member))

const calledOf = ({ name, member }: Filter, scene: Scene): string =>
  name ?? memberOf(member, scene)?.title ?? titleOf(member)

const ownerOf = (member: string): string => member.split('.')[0] ?? member

const membersIn = (query: unknown): string[] => [
  ...textsAt(query, 'measures'),
  ...textsAt(query, 'dimensions'),
  ...mapsAt(query, 'timeDimensions').flatMap((each) => textAt(each, 'dimension') ?? []),
]

/** A report that already shows the new field stays: otherwise it would have the field twice. */
function withField(report: SceneReport, { from, to }: Chosen['fields'][number]): SceneReport {
  const members = membersIn(report.query)
  return members.includes(from) && !members.includes(to) ? renamed(report, from, to) : report
}

function withGrain(report: SceneReport, { member, grain }: Chosen['grains'][number]): SceneReport {
  const time = mapsAt(report.query, 'timeDimensions').find((each) => textAt(each, 'dimension') === member)
  const before = textAt(time, 'granularity')
  if (before === undefined || before === grain) return report
  const { query, ...rest } = renamed(report, `${member}.${before}`, `${member}.${grain}`)
  const timeDimensions = mapsAt(query, 'timeDimensions').map((each) =>
    textAt(each, 'dimension') === member ? { ...each, granularity: grain } : each,
  )
  return { ...rest, query: { ...query, timeDimensions } }
}

function withFilter(report: SceneReport, filter: Filter): SceneReport {
  const { member, operator, values } = filter
  const { query } = report
  if (!reaches(filter, report)) return report
  if (operator !== 'inDateRange')
    return { ...report, query: { ...query, filters: [...mapsAt(query, 'filters'), { member, operator, values }] } }
  const [from = '', to = ''] = values
  const times = mapsAt(query, 'timeDimensions')
  const isIt = (each: FreeForm): boolean => textAt(each, 'dimension') === member
  const timeDimensions = (times.some(isIt) ? times : [...times, { dimension: member }]).map((each) =>
    isIt(each) ? { ...each, dateRange: rangeOf(from, to, each) } : each,
  )
  return { ...report, query: { ...query, timeDimensions } }
}

function rangeOf(from: string, to: string, { dateRange }: FreeForm): readonly string[] {
  const [first, last] = Array.isArray(dateRange) ? dateRange.map(String) : []
  return [from || first || '2000-01-01', to || last || '2100-01-01']
}

/** Gives a column of the report another name, wherever its query, chart and formats use it. */
function renamed(report: SceneReport, from: string, to: string): SceneReport {
  const forms = [from, from.replaceAll('.', '\\.')].map((form) => pattern('g')`(?<![\w.\\])${form}(?![\w.\\])`)
  const [plain, escaped] = [to, to.replaceAll('.', '\\.')]
  const inText = (text: string): string =>
    forms.reduce((all, form, index) => all.replace(form, () => (index === 0 ? plain : escaped)), text)
  const inside = (value: unknown): unknown =>
    typeof value === 'string'
      ? inText(value)
      : Array.isArray(value)
        ? value.map(inside)
        : isMap(value)
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [inText(key), inside(each)]))
          : value
  const { query, spec, pivot, preferences, periodComparisons, ...rest } = report
  return {
    ...rest,
    ...(inside({ query, spec, pivot, preferences, periodComparisons }) as Partial<SceneReport>),
  } as SceneReport
}
