import { isMap } from '@boardwright/common'
import { ABSENT, canonicalQuery, canonicalText, digestOfValue } from './digest.ts'
import { FIELDS } from './fields.ts'
import {
  type Audience,
  type Dashboard,
  type Folder,
  type ModelFile,
  type ObjectPlace,
  pathText,
  type Report,
  type ReportDefinition,
  type Workbook,
} from './model.ts'
import { queryMeaning } from './query.ts'

/**
 * A three-way comparison decides unit by unit, so edits to different units of an object merge. The map lacks units that
 * the object does not have. Equivalent forms give the same unit: an empty `meta` and none, `allowEmbed: false` and
 * none, an audience without access and one that is not mentioned, a query and its text, a folder name with and without
 * surrounding blanks.
 */
export type Units = ReadonlyMap<string, unknown>

export const present = (entries: readonly (readonly [string, unknown])[]): Units =>
  new Map(entries.filter(([, value]) => value !== undefined))

function keysInOrder<T extends object>(all: Readonly<Record<keyof T, 0>>): (keyof T & string)[] {
  return Object.keys(all) as (keyof T & string)[]
}

const byName = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1))

export const unlessEmpty = <T extends object>(value: T | undefined): T | undefined =>
  value === undefined || Object.keys(value).length === 0 ? undefined : value

export const unitsOfFolder = ({ path, position }: Folder): Units =>
  present([
    ['name', path.at(-1)?.trim()],
    ['folder', pathText(path.slice(0, -1))],
    ['position', position],
  ])

/** No call can change these after creation, so comparing them would report a difference that never goes away. */
export const CREATE_ONLY: ReadonlySet<string> = new Set(
  FIELDS.report.flatMap(({ policy, wire }) => (policy === 'create-only' ? [wire] : [])),
)

/** Each top-level key of its file is a unit; `meta` is a single one. */
export const unitsOfReport = ({ place, definition }: Report): Units =>
  joined(unitsOfPlace(place), unitsOfDefinition(definition))

export const unitsOfPlace = ({ workbook, folder = [] }: ObjectPlace): Units =>
  present([
    ['workbook', workbook],
    ['folder', folder.length > 0 ? pathText(folder) : undefined],
  ])

/** Units that come from a file's path instead of its keys. */
export const PLACE: ReadonlySet<string> = new Set(['workbook', 'folder'])

/** In this order, whatever the order in the file, because a plan must not depend on that. */
const DEFINITION = keysInOrder<Omit<ReportDefinition, 'query' | 'queryText' | 'meta'>>({
  ...{ name: 0, title: 0, source: 0, kind: 0, sql: 0, pivot: 0, spec: 0, pythonCode: 0, fillMissingRows: 0 },
  ...{ periodComparisons: 0, preferences: 0, externalWorkbookId: 0, resultLocation: 0, endResultCell: 0 },
}).filter((key) => !CREATE_ONLY.has(key))

export function unitsOfDefinition({ query, queryText, meta, ...rest }: ReportDefinition): Units {
  return present([
    ...DEFINITION.map((key) => [key, rest[key]] as const),
    ['query', queryMeaning({ ...(query && { query }), ...(queryText !== undefined && { queryText }) })],
    ['meta', unlessEmpty(meta)],
  ])
}

/** The unit that a key of a report's definition belongs to. */
export const reportUnitOf = (key: string): string => (key === 'queryText' ? 'query' : key)

export const unitsOfWorkbook = ({ dashboard, ...own }: Workbook): Units =>
  dashboard ? joined(unitsWithoutDashboard(own), unitsOfDashboard(dashboard)) : unitsWithoutDashboard(own)

export const unitsWithoutDashboard = (workbook: Omit<Workbook, 'dashboard'>): Units =>
  present([
    ['name', workbook.name],
    ['slug', workbook.slug],
    ['folder', pathText(workbook.folder)],
    ['meta', workbook.meta],
    ['publish', workbook.publish],
    ['allowEmbed', (workbook.publish && workbook.allowEmbed) || undefined],
    ['published', workbook.publish ? unlessEmpty(workbook.published) : undefined],
    ...byName(Object.entries(workbook.embedAccess ?? {})).map(embedUnit),
  ])

const embedUnit = ([audience, action]: readonly [string, Audience]) =>
  [`embed ${audience}`, action === 'none' ? undefined : action] as const

/** Units of a workbook outside its dashboard, which need no publish. */
const OF_WORKBOOK: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'meta'])
export const isOfWorkbook = (unit: string): boolean => OF_WORKBOOK.has(unit)

/** The id of a unit `widget ...`. */
export const widgetIn = (unit: string | undefined): string | undefined =>
  unit?.startsWith('widget ') ? unit.slice('widget '.length) : undefined

/** The audience of a unit `embed ...`. */
export const audienceIn = (unit: string): string | undefined =>
  unit.startsWith('embed ') ? unit.slice('embed '.length) : undefined

export const isOfDashboard = (unit: string): boolean => !isOfWorkbook(unit) && audienceIn(unit) === undefined

/** Units that a publish changes, but not a draft. */
const OF_PUBLICATION: ReadonlySet<string> = new Set(['publish', 'allowEmbed', 'published'])

export const isOfDraft = (unit: string): boolean => isOfDashboard(unit) && !OF_PUBLICATION.has(unit)

const DASHBOARD = keysInOrder<Omit<Dashboard, 'widgets' | 'app' | 'layout'>>({
  ...{ kind: 0, title: 0, description: 0, settings: 0, theme: 0 },
})

export function unitsOfDashboard({ widgets, app, layout, ...rest }: Dashboard): Units {
  const { files = {}, ...source } = app ?? {}
  return present([
    ...DASHBOARD.map((key) => [key, rest[key]] as const),
    ['layout', { grid: layout, order: widgets.map(({ id }) => id) }],
    ...widgets.map((widget) => [`widget ${widget.id}`, widget] as const),
    ['app', app && source],
    ...byName(Object.entries(files)).map(([path, text]) => [`app ${path}`, text] as const),
  ])
}

/** Whether a unit is part of an app: one of its code files, or its other settings. */
export const isUnitOfApp = (unit: string): boolean => unit === 'app' || unit.startsWith('app ')

export const unitsOfModelFile = ({ hash }: ModelFile): Units => present([['bytes', hash]])

export const unitDigest = (name: string, value: unknown): string =>
  digestOfValue(name === 'query' && isMap(value) ? canonicalQuery(value) : canonicalText(value))

export const digestsOf = (units: Units): ReadonlyMap<string, string> =>
  new Map([...units.keys()].map((name) => [name, digestIn(units, name)]))

export const digestIn = (units: Units | undefined, name: string): string =>
  units?.has(name) ? unitDigest(name, units.get(name)) : ABSENT

const joined = (one: Units, other: Units): Units => new Map([...one, ...other])
