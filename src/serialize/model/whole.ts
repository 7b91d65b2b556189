import type { ValuePath } from '../../content/problem.ts'
import {
  cubeOf,
  type Fields,
  itemsOf,
  MEMBER_LISTS,
  type MemberList,
  MOST_IN_A_CHAIN,
  type Owner,
  textOf,
} from './definitions.ts'

/** A member as it is written. */
export interface Written {
  readonly kind: MemberList
  readonly name: string
  readonly body: Fields
  readonly path: ValuePath
}

/** A cube or a view, with what it inherits. */
export interface Whole {
  readonly owner: Owner
  /** Itself, then what it extends, and so on; no longer than one more than is allowed. */
  readonly chain: readonly Owner[]
  /** Empty for a view. */
  readonly members: ReadonlyMap<string, Written>
  readonly joins: ReadonlySet<string>
  /** It extends something that cannot be read. */
  readonly isOpen: boolean
}

/** A data model in which everything is known except definitions of a wrong shape. */
export interface WholeModel {
  readonly cubes: ReadonlyMap<string, Whole>
  readonly views: ReadonlyMap<string, Whole>
  /** Cubes and views of a wrong shape: references to them are not faults. */
  readonly broken: ReadonlySet<string>
}

export function wholeModel(owners: readonly Owner[], broken: ReadonlySet<string>): WholeModel {
  const sound = (kind: Owner['kind']) =>
    new Map(owners.filter((each) => each.kind === kind && !broken.has(each.name)).map((each) => [each.name, each]))
  const wholes = (all: ReadonlyMap<string, Owner>) =>
    new Map([...all].map(([name, owner]) => [name, wholeOf(owner, all, broken)]))
  return { cubes: wholes(sound('cube')), views: wholes(sound('view')), broken }
}

function wholeOf(owner: Owner, all: ReadonlyMap<string, Owner>, broken: ReadonlySet<string>): Whole {
  const chain = [owner]
  let base = textOf(owner.body['extends'])
  for (let next = all.get(base); next && !chain.includes(next); next = all.get(base)) {
    if (chain.length > MOST_IN_A_CHAIN) break
    chain.push(next)
    base = textOf(next.body['extends'])
  }
  const inherited = chain.toReversed()
  return {
    ...{ owner, chain, isOpen: broken.has(base) },
    members: new Map(inherited.flatMap(membersIn).map((each) => [each.name, each])),
    joins: new Set(inherited.flatMap(({ body }) => itemsOf(body['joins']).map(([join]) => textOf(join['name'])))),
  }
}

/** The members that a cube defines itself. */
export const membersIn = ({ body, path }: Owner): Written[] =>
  MEMBER_LISTS.flatMap((kind) =>
    itemsOf(body[kind]).map(
      ([item, index]): Written => ({ kind, name: textOf(item['name']), body: item, path: [...path, kind, index] }),
    ),
  )

/** The members of a cube that are public. */
export const publicMembers = ({ members }: Whole): string[] =>
  [...members.values()].flatMap(({ name, body }) => ((body['public'] ?? body['shown']) === false ? [] : [name]))

/** What one part of a view shows: the cube's member, and its name in the view. */
export interface Shown {
  readonly source: string
  readonly name: string
  readonly path: ValuePath
}

export function shownBy(part: Fields, path: ValuePath, { members }: Whole): Shown[] {
  const prefix = part['prefix'] === true ? `${textOf(part['alias']) || cubeOf(part)}_` : ''
  const excluded = new Set<unknown>(Array.isArray(part['excludes']) ? part['excludes'] : [])
  const listed: unknown[] = Array.isArray(part['includes']) ? part['includes'] : [...members.keys()]
  const found = listed.map((item, index): Shown => {
    const at = [...path, 'includes', ...(part['includes'] === '*' ? [] : [index])]
    if (typeof item === 'string') return { source: item, name: `${prefix}${item}`, path: at }
    const { name, alias } = item as Fields
    return { source: textOf(name), name: `${prefix}${textOf(alias) || textOf(name)}`, path: [...at, 'name'] }
  })
  return found.filter(({ source }) => !excluded.has(source))
}
