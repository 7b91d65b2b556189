import { isMap, itemsOf } from '@boardwright/common'
import { type Fields, textOf, titleOf } from '@boardwright/platform/model'
import { formatDescription, shownFormat } from './formats.ts'
import { type CompiledEntry, type CompiledMember, type Members, valueType } from './members.ts'

/** What the data API says about a model. What is not public is not shown. */
export function describeModel(members: Pick<Members, 'entries' | 'reaches'>): { readonly cubes: readonly object[] } {
  const components = componentsIn(members)
  const shown = members.entries.filter((entry) => shownOf(entry).some(({ kind }) => kind !== 'hierarchy'))
  return { cubes: shown.map((entry) => describeEntry(entry, components.get(entry.name))) }
}

const shownOf = ({ members }: CompiledEntry): CompiledMember[] => members.filter((member) => member.public)

function describeEntry(entry: CompiledEntry, component: number | undefined): object {
  const { name, kind, title, description, body, public: isShown } = entry
  const list = (wanted: CompiledMember['kind']): object[] =>
    shownOf(entry)
      .filter((member) => member.kind === wanted)
      .map((member) => describeMember(entry, member))
  const hierarchies = entry.members.filter((member) => member.kind === 'hierarchy')
  return {
    ...{ name, type: kind, title, isVisible: isShown, public: isShown, description, connectedComponent: component },
    ...{ meta: body['meta'], measures: list('measure'), dimensions: list('dimension'), segments: list('segment') },
    hierarchies: hierarchies.map((each) => describeHierarchy(entry, each)),
    ...foldersOf(entry),
    ...(entry.groups.length > 0 ? { viewGroups: entry.groups } : {}),
  }
}

function describeMember(entry: CompiledEntry, member: CompiledMember): object {
  const { name, kind, title, description, body, from, public: isShown } = member
  const shown = { name, title: `${entry.title} ${title}`, shortTitle: title, description, meta: body['meta'] }
  const visible = { isVisible: isShown, public: isShown }
  if (kind === 'segment') return { ...shown, ...visible }
  const alias = { aliasMember: from ?? aliasIn(entry, member) }
  const more = kind === 'measure' ? describeMeasure(entry, member) : describeDimension(member)
  return { ...shown, ...visible, ...alias, ...more }
}

const REPEATED = /^\s*\{\s*(?<path>\w+(?:\.\w+){0,2})\s*\}\s*$/

/** The member that a member of a cube only repeats, under another name. */
function aliasIn({ name: own, members }: CompiledEntry, { body, type = '' }: CompiledMember): string | undefined {
  const path = REPEATED.exec(textOf(body['sql']))?.groups?.['path']
  if (path === undefined || body['sub_query'] === true || body['filters'] || !REPEATING.has(type)) return undefined
  const [first = '', second, third] = path.replace(/^(?:CUBE|TABLE)\./, `${own}.`).split('.')
  const isOwn = members.some(({ name }) => name === `${own}.${first}`)
  if (second === undefined || (isOwn && third === undefined)) return `${own}.${first}`
  return `${first}.${second}`
}
const REPEATING: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'time'])

/** The cube in which the names of a member are looked up. */
const homeOf = (entry: CompiledEntry, { from }: CompiledMember): string => from?.split('.')[0] ?? entry.name

const WORDED = new Set(['string', 'boolean', 'time'])

function formatsOf(member: CompiledMember, isDescribed: boolean): object {
  const type = valueType(member)
  const format = shownFormat(member.body['format'], type)
  const currency = member.currency?.toUpperCase()
  return { format, currency, ...(isDescribed ? { formatDescription: formatDescription(format, currency) } : {}) }
}

const camel = (text: string): string => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function describeMeasure(entry: CompiledEntry, member: CompiledMember): object {
  const type = valueType(member)
  const isCumulative = member.body['cumulative'] === true || isMap(member.body['rolling_window'])
  return {
    ...{ type, aggType: camel(member.type ?? 'number'), cumulative: isCumulative, cumulativeTotal: isCumulative },
    ...formatsOf(member, !WORDED.has(type)),
    ...drillsOf(entry, member),
  }
}

function drillsOf(entry: CompiledEntry, member: CompiledMember): object {
  const drillMembers = drillMembersOf(entry, member)
  const kindOf = (name: string) => entry.members.find((each) => each.name === name)?.kind
  const measures = drillMembers.filter((name) => kindOf(name) === 'measure')
  const dimensions = drillMembers.filter((name) => kindOf(name) !== 'measure')
  return { drillMembers, drillMembersGrouped: { measures, dimensions } }
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** By their full names. A view has those that it shows itself. */
function drillMembersOf(entry: CompiledEntry, member: CompiledMember): string[] {
  const { body, from } = member
  const names = textsIn(body['drill_members'] ?? body['drill_member_references']).map((name) =>
    fullName(name, homeOf(entry, member)),
  )
  if (from === undefined) return names
  const shown = new Map(entry.members.flatMap((each) => (each.from === undefined ? [] : [[each.from, each.name]])))
  return names.flatMap((name) => shown.get(name) ?? [])
}

/** Of `city`, `CUBE.city` and `customers.city`. */
const fullName = (name: string, cube: string): string => {
  const own = name.replace(/^\{|\}$/g, '').replace(/^(?:CUBE|TABLE)\./, '')
  return own.includes('.') ? own : `${cube}.${own}`
}

function describeDimension(member: CompiledMember): object {
  const { body, from } = member
  const type = valueType(member)
  const granularities = itemsOf(body['granularities']).map(([each]) => describeGranularity(each))
  const suggests = body['suggest_filter_values']
  return {
    ...{ type, suggestFilterValues: from === undefined && typeof suggests === 'boolean' ? suggests : true },
    ...{ primaryKey: from === undefined && body['primary_key'] === true, ...formatsOf(member, type === 'number') },
    ...(granularities.length > 0 ? { granularities } : {}),
  }
}

const describeGranularity = ({ name, title, interval, offset, origin }: Fields): object => ({
  ...{ name, title: textOf(title) || titleOf(textOf(name)), interval, offset, origin },
})

function describeHierarchy(entry: CompiledEntry, member: CompiledMember): object {
  const { name, title, body, from } = member
  const levels = textsIn(body['levels']).map((level) => fullName(level, homeOf(entry, member)))
  const shown = new Map(entry.members.flatMap((each) => (each.from === undefined ? [] : [[each.from, each.name]])))
  const named = from === undefined ? levels : levels.flatMap((level) => shown.get(level) ?? [])
  const alias = from === undefined ? {} : { aliasMember: from }
  return { name, title: textOf(body['title']) || title, public: body['public'] !== false, levels: named, ...alias }
}

/** Folders with all that is in them, and as they are nested. */
function foldersOf({ name: owner, members, body }: CompiledEntry): object {
  const all = members.filter(({ kind }) => kind !== 'hierarchy').map(({ name }) => name)
  const nested = (folder: Fields): Nested => {
    const { includes } = folder
    const listed: readonly unknown[] = Array.isArray(includes) ? includes : []
    const inside = listed.map((each) => (isMap(each) ? nested(each) : `${owner}.${String(each)}`))
    return { name: textOf(folder['name']), members: includes === '*' ? all : inside }
  }
  const nestedFolders = itemsOf(body['folders']).map(([folder]) => nested(folder))
  const flat = ({ members: inside }: Nested): string[] =>
    inside.flatMap((each) => (typeof each === 'string' ? [each] : flat(each)))
  const folders = nestedFolders.map((folder) => ({ name: folder.name, members: [...new Set(flat(folder))] }))
  return { folders, nestedFolders }
}

interface Nested {
  readonly name: string
  readonly members: readonly (string | Nested)[]
}

/** A number for all cubes that joins connect, in any direction. */
function componentsIn({ entries, reaches }: Pick<Members, 'entries' | 'reaches'>): ReadonlyMap<string, number> {
  const cubes = entries.flatMap(({ name, kind }) => (kind === 'cube' ? [name] : []))
  const joins = (one: string, other: string): boolean => one !== other && (reaches(one, other) || reaches(other, one))
  const found = new Map<string, number>()
  let next = 0
  for (const root of cubes.filter((name) => cubes.some((other) => other !== name && reaches(name, other)))) {
    next += 1
    if (found.has(root)) continue
    const reached = new Set([root])
    for (const name of reached) for (const other of cubes) if (joins(name, other)) reached.add(other)
    for (const name of reached) found.set(name, next)
  }
  return found
}

/** Describes the columns of an answer, by their names in its rows. */
export function annotate(members: Members, names: readonly string[]): Record<string, object> {
  const entries = names.flatMap((name): [string, object][] => {
    const [owner, member, granularity] = name.split('.')
    const found = members.byName.get(`${owner}.${member}`)
    const entry = members.entries.find((each) => each.name === owner)
    return found && entry ? [[name, annotation(entry, found, granularity)]] : []
  })
  return Object.fromEntries(entries)
}

function annotation(entry: CompiledEntry, member: CompiledMember, granularity: string | undefined): object {
  const { title, description, kind, body } = member
  const shown = { title: `${entry.title} ${title}`, shortTitle: title, description, meta: body['meta'] }
  if (kind === 'segment') return shown
  const typed = { ...shown, type: valueType(member), ...formatsOf(member, false) }
  if (kind === 'measure') return { ...typed, ...drillsOf(entry, member) }
  if (granularity !== undefined) return { ...typed, granularity: grainOf(member, granularity) }
  const granularities = itemsOf(body['granularities']).map(([each]) => describeGranularity(each))
  return { ...typed, ...(granularities.length > 0 ? { granularities } : {}) }
}

function grainOf({ body }: CompiledMember, name: string): object {
  const own = itemsOf(body['granularities']).find(([each]) => each['name'] === name)
  return own ? describeGranularity(own[0]) : { name, title: name, interval: `1 ${name}` }
}
