import { ABSENT, canonicalQuery, canonicalText, digestOf } from './digest.ts'
import { FIELDS } from './fields.ts'
import { type Glance, glanceAt } from './glance.ts'
import {
  type Audience,
  type Dashboard,
  type Folder,
  isMap,
  type ModelFile,
  pathText,
  type Report,
  type ReportDefinition,
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

function keysInOrder<T extends object>(all: Readonly<Record<keyof T, 0>>): (keyof T & string)[] {
  return Object.keys(all) as (keyof T & string)[]
}

const byName = <T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1))

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
export function unitsOfReport(report: Report): Units {
  const { place } = report
  const own = new Map<string, unknown>()
  if (place.workbook !== undefined) own.set('workbook', place.workbook)
  if (place.folder?.length) own.set('folder', pathText(place.folder))
  const glance = glanceAt(report)
  const read = (): Units => unitsOfDefinition(report.definition)
  return glance ? new GlancedUnits(own, glance, read) : joined(own, read())
}

/** In this order, whatever that of its file is: a plan must not depend on it. */
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

export function unitsOfWorkbook(workbook: Workbook): Units {
  const own = present([
    ['name', workbook.name],
    ['slug', workbook.slug],
    ['folder', pathText(workbook.folder)],
    ['meta', workbook.meta],
    ['publish', workbook.publish],
    ['allowEmbed', (workbook.publish && workbook.allowEmbed) || undefined],
    ['published', workbook.publish ? unlessEmpty(workbook.published) : undefined],
    ...byName(Object.entries(workbook.embedAccess ?? {})).map(embedUnit),
  ])
  const glance = glanceAt(workbook)
  const read = (): Units => (workbook.dashboard ? unitsOfDashboard(workbook.dashboard) : new Map())
  return glance ? new GlancedUnits(own, glance, read) : joined(own, read())
}

const embedUnit = ([audience, action]: readonly [string, Audience]) =>
  [`embed ${audience}`, action === 'none' ? undefined : action] as const

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

export const unitsOfModelFile = ({ hash }: ModelFile): Units => present([['bytes', hash]])

/** Equal digests are equal meanings. */
export const unitDigest = (name: string, value: unknown): string =>
  digestOf(name === 'query' && isMap(value) ? canonicalQuery(value) : canonicalText(value))

export const digestsOf = (units: Units): ReadonlyMap<string, string> =>
  new Map([...units.keys()].map((name) => [name, digestIn(units, name)]))

export function digestIn(units: Units | undefined, name: string): string {
  if (!units?.has(name)) return ABSENT
  return knownDigest(units, name) ?? unitDigest(name, units.get(name))
}

/** Whether the digest of each unit passes a test. Nothing is read for what is known. */
export function everyDigest(units: Units, test: (name: string, digest: string) => boolean): boolean {
  if (units instanceof GlancedUnits) return units.everyDigest(test)
  for (const name of units.keys()) if (!test(name, digestIn(units, name))) return false
  return true
}

/** Whether two sides are known to say the same in every unit. That nothing is known of one says nothing. */
export const areKnownAlike = (one: Units, other: Units): boolean =>
  one instanceof GlancedUnits &&
  other instanceof GlancedUnits &&
  one.size === other.size &&
  one.everyDigest((name, digest) => other.has(name) && digestIn(other, name) === digest)

/** The digest of a unit, where it is known without its value. */
export const knownDigest = (units: Units, name: string): string | undefined =>
  units instanceof GlancedUnits ? units.digestOf(name) : undefined

/** Whether a file has to be read before the value of a unit is known. */
export const isUnread = (units: Units, name: string): boolean =>
  units instanceof GlancedUnits && !units.isRead && units.digestOf(name) !== undefined

const joined = (one: Units, other: Units): Units => new Map([...one, ...other])

/** Units of which the definition was not looked at: known by their digests, and read when the value of one is asked for. */
class GlancedUnits implements Units {
  readonly isRead: boolean
  readonly #own: Units
  readonly #digests: Readonly<Record<string, string>>
  readonly #read: () => Units
  #all: Units | undefined

  constructor(own: Units, { digests, isRead = false }: Glance, read: () => Units) {
    this.isRead = isRead
    this.#own = own
    this.#digests = digests
    this.#read = read
  }

  everyDigest(test: (name: string, digest: string) => boolean): boolean {
    for (const [name, value] of this.#own) if (!test(name, unitDigest(name, value))) return false
    for (const name in this.#digests) if (!test(name, this.#digests[name] as string)) return false
    return true
  }

  digestOf(name: string): string | undefined {
    return Object.hasOwn(this.#digests, name) ? this.#digests[name] : undefined
  }

  has(name: string): boolean {
    return this.#own.has(name) || Object.hasOwn(this.#digests, name)
  }

  get(name: string): unknown {
    return this.#own.has(name) || !this.has(name) ? this.#own.get(name) : this.#values().get(name)
  }

  get size(): number {
    return this.#own.size + Object.keys(this.#digests).length
  }

  keys(): MapIterator<string> {
    return new Set([...this.#own.keys(), ...Object.keys(this.#digests)]).values()
  }

  values(): MapIterator<unknown> {
    return this.#values().values()
  }

  entries(): MapIterator<[string, unknown]> {
    return this.#values().entries()
  }

  [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries()
  }

  forEach(each: (value: unknown, name: string, units: Units) => void): void {
    for (const [name, value] of this.entries()) each(value, name, this)
  }

  #values(): Units {
    this.#all ??= joined(this.#own, this.#read())
    return this.#all
  }
}
