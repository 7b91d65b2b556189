import { isMap, oncePerKey } from '@boardwright/common'
import { type Fields, textOf } from './fields.ts'
import { referencesIn, sqlTexts } from './references.ts'
import {
  cubeOf,
  type Item,
  levelsShown,
  type MemberItem,
  type Owner,
  shownBy,
  type Whole,
  type Wholes,
} from './whole.ts'

/** A member as queries see it. */
export interface CatalogMember {
  /** Such as `orders.count`. */
  readonly name: string
  readonly kind: MemberItem['kind']
  /** What it says of itself, with what a view says instead. */
  readonly body: Fields
  /** The member of a cube that a view shows. */
  readonly from?: string
  /** Where that one is defined. */
  readonly owner: Owner
  /** Whether queries may ask for its values. Filters may name it even if not. */
  readonly isVisible: boolean
  /** The cubes that a query on it joins, each as a path. */
  readonly paths: readonly (readonly string[])[]
}

export interface CatalogEntry {
  readonly owner: Owner
  /** Its own keys over those of what it extends. */
  readonly body: Fields
  readonly isVisible: boolean
  readonly members: ReadonlyMap<string, CatalogMember>
}

/** What queries can name, by cube and view. What a view takes from cubes that are not there is left out. */
export type Catalog = ReadonlyMap<string, CatalogEntry>

export function catalogOf({ cubes, views }: Wholes): Catalog {
  const ofCubes = new Map([...cubes].map(([name, whole]) => [name, cubeEntry(whole, cubes)]))
  const ofViews = [...views].flatMap(([, whole]) => viewEntries(whole, ofCubes))
  return new Map([...ofCubes, ...ofViews])
}

/** The first of the older names that says something. */
const SHOWN = ['public', 'visible', 'shown'] as const

const isVisible = (body: Fields, otherwise: boolean): boolean => {
  const said = SHOWN.map((key) => body[key]).find((value) => value !== undefined && value !== null)
  return typeof said === 'boolean' ? said : otherwise
}

const merged = ({ chain }: Whole): Fields => Object.assign({}, ...chain.toReversed().map(({ body }) => body))

function cubeEntry(whole: Whole, cubes: Wholes['cubes']): CatalogEntry {
  const { owner } = whole
  const body = merged(whole)
  const isShown = isVisible(body, true)
  const members = [...whole.members.values()].map(({ name, kind, body: own, owner: by }): [string, CatalogMember] => [
    name,
    {
      ...{ name: `${owner.name}.${name}`, kind, body: own, owner: by },
      isVisible: isShown && isVisible(own, own['primary_key'] !== true),
      paths: [[owner.name], ...joinedBy(own, owner.name, cubes)],
    },
  ])
  return { owner, body, isVisible: isShown, members: new Map(members) }
}

/** The other cubes that the SQL of a member names. */
function joinedBy(body: Fields, cube: string, cubes: Wholes['cubes']): string[][] {
  const firsts = sqlTexts(body).flatMap(({ text }) => referencesIn(text).map((reference) => reference.split('.')))
  return firsts.flatMap((names) => {
    const end = names.findIndex((name) => !cubes.has(name))
    const path = end < 0 ? names : names.slice(0, end)
    return path[0] === undefined || path[0] === cube ? [] : [path]
  })
}

/** A view, and those that are split off from it. */
function viewEntries(whole: Whole, cubes: Catalog): [string, CatalogEntry][] {
  const { owner } = whole
  const body = merged(whole)
  const isShown = isVisible(body, true)
  const own = new Map<string, CatalogMember>()
  const split = new Map<string, Map<string, CatalogMember>>()
  for (const part of whole.parts) {
    const name = part.body['split'] === true ? `${owner.name}_${textOf(part.body['alias']) || cubeOf(part.body)}` : ''
    const into = name === '' ? own : (split.get(name) ?? new Map<string, CatalogMember>())
    if (name !== '') split.set(name, into)
    for (const [member, found] of partMembers(part, cubes.get(cubeOf(part.body))))
      into.set(member, { ...found, name: `${name || owner.name}.${member}`, isVisible: name !== '' || isShown })
  }
  return [
    [owner.name, { owner, body, isVisible: isShown, members: own }],
    ...[...split].map(([name, members]): [string, CatalogEntry] => [
      name,
      { owner: { ...owner, name }, body: { name }, isVisible: true, members },
    ]),
  ]
}

const SAID_BY_VIEWS = ['title', 'description', 'format', 'meta', 'currency'] as const

function partMembers(part: Item, cube: CatalogEntry | undefined): [string, CatalogMember][] {
  if (!cube) return []
  const path = textOf(part.body['join_path']).split('.')
  return [...shownBy(part, cube.members.keys()), ...levelsShown(part, cube.members)].flatMap(
    ({ source, name, said = {} }): [string, CatalogMember][] => {
      const found = cube.members.get(source)
      if (!found) return []
      const instead = SAID_BY_VIEWS.flatMap((key) => (said[key] ? [[key, said[key]]] : []))
      const body = { ...found.body, ...Object.fromEntries(instead) }
      const joined = found.paths.slice(1).map((each) => [...path, ...each])
      return [[name, { ...found, body, from: found.name, paths: [path, ...joined] }]]
    },
  )
}

/** The granularities that a time dimension defines itself. */
export const ownGranularities = ({ body }: Pick<CatalogMember, 'body'>): Fields[] => {
  const all = body['granularities']
  return Array.isArray(all) ? all.filter(isMap) : []
}

/** The cubes that each cube joins. */
export type Joins = ReadonlyMap<string, readonly string[]>

export const joinsIn = ({ cubes }: Wholes): Joins =>
  new Map([...cubes].map(([name, { joins }]) => [name, joins.map((join) => join.name)]))

/** Tells whether joins lead from one cube to another. */
export function reachesBy(joins: Joins): (from: string, to: string) => boolean {
  const reached = oncePerKey((from: string): ReadonlySet<string> => {
    const seen = new Set([from])
    for (const name of seen) for (const next of joins.get(name) ?? []) seen.add(next)
    return seen
  })
  return (from, to) => reached(from).has(to)
}
