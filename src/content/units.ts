import { canonicalQuery, canonicalText, digestOf } from './digest.ts'
import type { Dashboard, Folder, ModelFile, Report, Workbook } from './model.ts'
import { pathText } from './model.ts'

/**
 * Units: what a three-way comparison is decided on. Edits to different units of one object merge. A unit that an object
 * does not have is not in its map.
 */
export type Units = ReadonlyMap<string, unknown>

const present = (entries: readonly (readonly [string, unknown])[]): Units =>
  new Map(entries.filter(([, value]) => value !== undefined))

export const unitsOfFolder = ({ path, position }: Folder): Units =>
  present([
    ['name', path.at(-1)],
    ['position', position],
  ])

/** Each top-level key of its file is a unit; what is left of `meta` is one. */
export const unitsOfReport = ({ place, definition }: Report): Units =>
  present([
    ['workbook', place.workbook],
    ['folder', place.folder && pathText(place.folder)],
    ...Object.entries(definition),
  ])

export const unitsOfWorkbook = (workbook: Workbook): Units =>
  present([
    ['name', workbook.name],
    ['slug', workbook.slug],
    ['folder', pathText(workbook.folder)],
    ['meta', workbook.meta],
    ['publish', workbook.publish],
    ['allowEmbed', workbook.allowEmbed],
    ['published', workbook.published],
    ...Object.entries(workbook.embedAccess ?? {}).map(([audience, action]) => [`embed ${audience}`, action] as const),
    ...(workbook.dashboard ? unitsOfDashboard(workbook.dashboard) : []),
  ])

function unitsOfDashboard({ widgets, app, layout, ...rest }: Dashboard): [string, unknown][] {
  const { files, ...source } = app ?? { files: {} }
  return [
    ...Object.entries(rest),
    ['layout', { grid: layout, order: widgets.map(({ id }) => id) }],
    ...widgets.map((widget): [string, unknown] => [`widget ${widget.id}`, widget]),
    ['app', app && source],
    ...Object.entries(files).map(([path, text]): [string, unknown] => [`app ${path}`, text]),
  ]
}

export const unitsOfModelFile = ({ hash }: ModelFile): Units => present([['bytes', hash]])

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal digests are equal meanings. */
export const unitDigest = (name: string, value: unknown): string =>
  digestOf(name === 'query' && isMap(value) ? canonicalQuery(value) : canonicalText(value))

export const digestsOf = (units: Units): ReadonlyMap<string, string> =>
  new Map([...units].map(([name, value]) => [name, unitDigest(name, value)]))
