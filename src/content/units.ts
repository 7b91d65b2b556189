import { canonicalQuery, canonicalText, digestOf } from './digest.ts'
import { FIELDS } from './fields.ts'
import {
  type Audience,
  type Dashboard,
  type Folder,
  isMap,
  type ModelFile,
  pathText,
  type Report,
  type Workbook,
} from './model.ts'
import { queryMeaning } from './query.ts'

/**
 * Units: what a three-way comparison is decided on. Edits to different units of one object merge. A unit that an object
 * does not have is not in its map. What says the same in two ways is one unit here: an empty `meta` of a report and
 * none, `allowEmbed: false` and nothing, an audience that gets nothing and one that is not named, a query and the text
 * of it, a folder's name and the same with blanks around it.
 */
export type Units = ReadonlyMap<string, unknown>

const present = (entries: readonly (readonly [string, unknown])[]): Units =>
  new Map(entries.filter(([, value]) => value !== undefined))

const unlessEmpty = <T extends object>(value: T | undefined): T | undefined =>
  value === undefined || Object.keys(value).length === 0 ? undefined : value

export const unitsOfFolder = ({ path, position }: Folder): Units =>
  present([
    ['name', path.at(-1)?.trim()],
    ['position', position],
  ])

/** No call changes them, so a difference in them would never go away. */
export const CREATE_ONLY: ReadonlySet<string> = new Set(
  FIELDS.report.flatMap(({ policy, wire }) => (policy === 'create-only' ? [wire] : [])),
)

/** Each top-level key of its file is a unit; what is left of `meta` is one. */
export function unitsOfReport({ place, definition }: Report): Units {
  const { query, queryText, meta, ...rest } = definition
  return present([
    ['workbook', place.workbook],
    ['folder', place.folder?.length ? pathText(place.folder) : undefined],
    ...Object.entries(rest).filter(([key]) => !CREATE_ONLY.has(key)),
    ['query', queryMeaning({ ...(query && { query }), ...(queryText !== undefined && { queryText }) })],
    ['meta', unlessEmpty(meta)],
  ])
}

/** The unit that a key of a report's definition belongs to. */
export const reportUnitOf = (key: string): string => (key === 'queryText' ? 'query' : key)

export const unitsOfWorkbook = (workbook: Workbook): Units =>
  present([
    ['name', workbook.name],
    ['slug', workbook.slug],
    ['folder', pathText(workbook.folder)],
    ['meta', workbook.meta],
    ['publish', workbook.publish],
    ['allowEmbed', (workbook.publish && workbook.allowEmbed) || undefined],
    ['published', workbook.publish ? unlessEmpty(workbook.published) : undefined],
    ...Object.entries(workbook.embedAccess ?? {}).map(embedUnit),
    ...(workbook.dashboard ? unitsOfDashboard(workbook.dashboard) : []),
  ])

const embedUnit = ([audience, action]: [string, Audience]) =>
  [`embed ${audience}`, action === 'none' ? undefined : action] as const

export function unitsOfDashboard({ widgets, app, layout, ...rest }: Dashboard): Units {
  const { files = {}, ...source } = app ?? {}
  return present([
    ...Object.entries(rest),
    ['layout', { grid: layout, order: widgets.map(({ id }) => id) }],
    ...widgets.map((widget) => [`widget ${widget.id}`, widget] as const),
    ['app', app && source],
    ...Object.entries(files).map(([path, text]) => [`app ${path}`, text] as const),
  ])
}

export const unitsOfModelFile = ({ hash }: ModelFile): Units => present([['bytes', hash]])

/** Equal digests are equal meanings. */
export const unitDigest = (name: string, value: unknown): string =>
  digestOf(name === 'query' && isMap(value) ? canonicalQuery(value) : canonicalText(value))

export const digestsOf = (units: Units): ReadonlyMap<string, string> =>
  new Map([...units].map(([name, value]) => [name, unitDigest(name, value)]))
