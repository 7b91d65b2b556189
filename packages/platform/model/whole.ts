import { isMap, itemsOf, oncePer, type Path } from '@boardwright/common'
import { type Fields, textOf } from './fields.ts'

/** A cube or a view, as it is written. */
export interface Owner {
  readonly name: string
  readonly kind: 'cube' | 'view'
  readonly file: string
  readonly path: Path
  readonly body: Fields
}

/** An entry of one of an owner's lists, as it is written. */
export interface Item {
  readonly owner: Owner
  readonly name: string
  readonly body: Fields
  readonly path: Path
}

/** What a query can name, and so what a view includes. */
export const MEMBER_LISTS = ['measures', 'dimensions', 'segments', 'hierarchies'] as const
type MemberList = (typeof MEMBER_LISTS)[number]

/** Everything that has a name in a cube or a view. */
export const NAMED_LISTS = [...MEMBER_LISTS, 'pre_aggregations', 'folders'] as const
export type NamedList = (typeof NAMED_LISTS)[number]

export interface MemberItem extends Item {
  readonly kind: MemberList
}

/** A cube or a view with all that it extends. What it extends comes first in its lists. */
export interface Whole {
  readonly owner: Owner
  /** Itself, then what it extends, and so on. */
  readonly chain: readonly Owner[]
  /** What the last of the chain extends, and why the chain ends before that. */
  readonly end?: { readonly name: string; readonly because: 'missing' | 'circle' | 'length' }
  /** Those that a cube defines itself, and inherits. */
  readonly members: ReadonlyMap<string, MemberItem>
  readonly joins: readonly Item[]
  /** What a view takes from cubes. */
  readonly parts: readonly Item[]
}

export interface Wholes {
  readonly cubes: ReadonlyMap<string, Whole>
  readonly views: ReadonlyMap<string, Whole>
}

/** A cube has the members of all that it extends: thousands in a chain would make millions. */
export const MOST_IN_A_CHAIN = 100

const OWNER_LISTS = [
  ['cubes', 'cube'],
  ['views', 'view'],
] as const

/** Cubes, then views. */
export const ownersIn = (files: readonly { readonly file: string; readonly value: unknown }[]): Owner[] =>
  OWNER_LISTS.flatMap(([list, kind]) =>
    files.flatMap(({ file, value }) =>
      itemsOf(isMap(value) ? value[list] : undefined).map(([body, index]) => ({
        name: textOf(body['name']),
        kind,
        file,
        path: [list, index],
        body,
      })),
    ),
  )

/** These cubes and views, each with what it extends among them. Of two with one name, the last counts. */
export function wholesOf(owners: readonly Owner[]): Wholes {
  const wholes = (kind: Owner['kind']): ReadonlyMap<string, Whole> => {
    const all = new Map(owners.filter((each) => each.kind === kind).map((each) => [each.name, each]))
    return new Map([...all].map(([name, owner]) => [name, wholeOf(owner, all)]))
  }
  return { cubes: wholes('cube'), views: wholes('view') }
}

function wholeOf(owner: Owner, all: ReadonlyMap<string, Owner>): Whole {
  const chain = [owner]
  let end: Whole['end']
  for (let name = textOf(owner.body['extends']); name !== '' && !end; ) {
    const base = all.get(name)
    if (!base) end = { name, because: 'missing' }
    else if (chain.includes(base)) end = { name, because: 'circle' }
    else if (chain.length === MOST_IN_A_CHAIN) end = { name, because: 'length' }
    else {
      chain.push(base)
      name = textOf(base.body['extends'])
    }
  }
  const lists = chain.toReversed().map(listsOf)
  const members = new Map<string, MemberItem>()
  for (const own of lists) for (const each of own.members) members.set(each.name, each)
  const [joins, parts] = [lists.flatMap((own) => own.joins), lists.flatMap((own) => own.parts)]
  return { owner, chain, members, joins, parts, ...(end && { end }) }
}

/** Read once: thousands may extend one. */
const listsOf = oncePer((owner: Owner) => ({
  members: ownMembers(owner),
  joins: itemsIn(owner, 'joins'),
  parts: owner.kind === 'view' ? itemsIn(owner, 'cubes') : [],
}))

/** The entries of one of the lists that a cube or a view has itself. */
export const itemsIn = (owner: Owner, key: string): Item[] =>
  itemsOf(owner.body[key]).map(([body, index]) => ({
    ...{ owner, body, name: textOf(body['name']), path: [...owner.path, key, index] },
  }))

/** The members that a cube defines itself. */
export const ownMembers = (owner: Owner): MemberItem[] =>
  MEMBER_LISTS.flatMap((kind) => itemsIn(owner, kind).map((item) => ({ ...item, kind })))

/** The cube that a part of a view takes its members from. */
export const cubeOf = (part: Fields): string => textOf(part['join_path']).split('.').at(-1) ?? ''

/** A member of a cube that a view shows. */
export interface Shown {
  /** Its name in the cube. */
  readonly source: string
  /** Its name in the view. */
  readonly name: string
  /** What the view puts before that name. */
  readonly prefix: string
  readonly isAlias: boolean
  /** What the view says of it, in a map. */
  readonly said?: Fields
  /** Where the part names it. */
  readonly path: Path
}

/** What a part of a view shows of a cube with these members. */
export function shownBy({ body, path }: Pick<Item, 'body' | 'path'>, members: Iterable<string>): Shown[] {
  const prefix = body['prefix'] === true ? `${textOf(body['alias']) || cubeOf(body)}_` : ''
  const { includes, excludes } = body
  const excluded = new Set(Array.isArray(excludes) ? excludes.map(String) : [])
  const listed: readonly unknown[] = includes === '*' ? [...members] : Array.isArray(includes) ? includes : []
  return listed.flatMap((each, index): Shown[] => {
    const at = includes === '*' ? [...path, 'includes'] : [...path, 'includes', index]
    const source = isMap(each) ? textOf(each['name']) : String(each)
    const alias = isMap(each) ? textOf(each['alias']) : ''
    if (excluded.has(source)) return []
    const shown = { source, name: `${prefix}${alias || source}`, prefix, isAlias: alias !== '' }
    return [isMap(each) ? { ...shown, path: [...at, 'name'], said: each } : { ...shown, path: at }]
  })
}

/** The levels of a hierarchy that a part of a view lists come with it. */
export function levelsShown(
  part: Pick<Item, 'body' | 'path'>,
  members: ReadonlyMap<string, Pick<MemberItem, 'kind' | 'body'>>,
): Shown[] {
  if (!Array.isArray(part.body['includes'])) return []
  const shown = shownBy(part, [])
  const listed = new Set(shown.map(({ source }) => source))
  const levels = shown.flatMap(({ source, path, prefix }) => {
    const { kind, body = {} } = members.get(source) ?? {}
    const named: unknown = kind === 'hierarchies' ? body['levels'] : []
    return (Array.isArray(named) ? named : [named]).map(
      (level) => [String(level).split('.').at(-1) ?? '', path, prefix] as const,
    )
  })
  return [...new Map(levels.map((level) => [level[0], level])).values()].flatMap(([source, path, prefix]) =>
    listed.has(source) ? [] : [{ source, name: `${prefix}${source}`, prefix, isAlias: false, path }],
  )
}
