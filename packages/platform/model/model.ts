import { lazy, oncePer, type Path } from '@boardwright/common'
import { type Fields, textOf } from './fields.ts'
import { type ModelFile, type ModelText, readFile, type UnreadModelFile } from './files.ts'
import { type Judged, judgeModel } from './judge/judge.ts'
import {
  cubeOf,
  itemsIn,
  MEMBER_LISTS,
  MOST_IN_A_CHAIN,
  NAMED_LISTS,
  type NamedList,
  type Owner,
  ownersIn,
  shownBy,
  type Whole,
  type Wholes,
  wholesOf,
} from './whole.ts'

/** A member of a cube or a view: defined there, inherited, or included. */
export interface Member {
  readonly owner: string
  readonly name: string
  readonly kind: NamedList
  /** Where its name is written; undefined if the name follows from another member's. */
  readonly written?: { readonly file: string; readonly path: Path }
  /** As it is defined in this cube or view. */
  readonly body?: Fields
  /** The member that it repeats: inherited, replaced, or included in a view. */
  readonly of?: string
  /** The prefix that a view puts before that member's name. */
  readonly prefix?: string
  /** The cube that the prefix is named after. */
  readonly follows?: string
  /** The view gives it an alias. */
  readonly isAlias?: true
}

/** A data model, as far as it is plain YAML. */
export interface Model {
  readonly read: readonly ModelFile[]
  readonly unread: readonly UnreadModelFile[]
  /** As they are written, cubes first: two may have one name. */
  readonly written: readonly Owner[]
  readonly owners: ReadonlyMap<string, Owner>
  readonly wholes: Wholes
  /** By owner, then by name. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, Member>>
  /** What is wrong with it, and what nobody sees for that. */
  readonly judged: Judged
}

/** Reads the files of a data model. What nobody asks for costs nothing. */
export function readModel(texts: Iterable<ModelText>): Model {
  const read: ModelFile[] = []
  const unread: UnreadModelFile[] = []
  for (const each of texts) {
    const found = readFile(each)
    'because' in found ? unread.push(found) : read.push(found)
  }
  const written = lazy(() => ownersIn(read))
  const wholes = lazy(() => wholesOf(written()))
  const owners = lazy((): Model['owners'] => new Map(written().map((owner) => [owner.name, owner])))
  const members = lazy(() => membersOf(wholes()))
  const judged = lazy(() => judgeModel(read, unread.length === 0))
  return {
    ...{ read, unread },
    get written() {
      return written()
    },
    get owners() {
      return owners()
    },
    get wholes() {
      return wholes()
    },
    get members() {
      return members()
    },
    get judged() {
      return judged()
    },
  }
}

function membersOf({ cubes, views }: Wholes): Model['members'] {
  const found = new Map<string, ReadonlyMap<string, Member>>()
  for (const [name, whole] of cubes)
    found.set(
      name,
      membersOfWhole(whole, () => []),
    )
  const cubesOnly = new Map(found)
  for (const [name, whole] of views)
    found.set(
      name,
      membersOfWhole(whole, (cube) => [...(cubesOnly.get(cube)?.values() ?? [])]),
    )
  return found
}

const isAsked = ({ kind }: Member): boolean => MEMBER_LISTS.some((list) => list === kind)

/** The members of a cube or a view, those of what it extends first. */
function membersOfWhole({ owner: { name }, chain }: Whole, membersOfCube: (cube: string) => readonly Member[]) {
  const [, base] = chain
  const found = new Map<string, Member>()
  const add = (each: Member): void => {
    const before = found.get(each.name)
    // A query cannot name pre-aggregations and folders, so they hide no member of the same name.
    if (before && isAsked(before) && !isAsked(each)) return
    found.set(each.name, before?.of === undefined || each.of !== undefined ? each : { ...each, of: before.of })
  }
  for (const at of chain.toReversed()) {
    const isOwn = at.name === name
    for (const each of [...includedIn(at, membersOfCube), ...writtenIn(at)])
      add(isOwn ? each : { owner: name, name: each.name, kind: each.kind, of: `${base?.name}.${each.name}` })
  }
  return found
}

const writtenIn = oncePer((owner: Owner): readonly Member[] =>
  NAMED_LISTS.flatMap((kind) =>
    itemsIn(owner, kind).flatMap(({ name, body, path }): Member[] =>
      typeof body['name'] === 'string'
        ? [{ owner: owner.name, name, kind, body, written: { file: owner.file, path: [...path, 'name'] } }]
        : [],
    ),
  ),
)

function includedIn(view: Owner, membersOfCube: (cube: string) => readonly Member[]): Member[] {
  if (view.kind === 'cube') return []
  return itemsIn(view, 'cubes').flatMap((part) => {
    const cube = cubeOf(part.body)
    const asked = new Map(
      membersOfCube(cube)
        .filter(isAsked)
        .map((each) => [each.name, each.kind]),
    )
    const hasPrefix = part.body['prefix'] === true
    const follows = hasPrefix && textOf(part.body['alias']) === '' ? { follows: cube } : {}
    return shownBy(part, asked.keys()).map(({ source, name, prefix, isAlias, path }): Member => {
      const alias = [...path.slice(0, -1), 'alias']
      return {
        ...{
          owner: view.name,
          name,
          kind: asked.get(source) ?? 'dimensions',
          of: `${cube}.${source}`,
          prefix,
          ...follows,
        },
        ...(isAlias ? { isAlias: true, written: { file: view.file, path: alias } } : {}),
      }
    })
  })
}

/** The member that is called `orders.count`, with or without a granularity after it. */
export function memberCalled({ members }: Pick<Model, 'members'>, name: string): Member | undefined {
  const [owner = '', member = ''] = name.split('.')
  return members.get(owner)?.get(member)
}

/** Whether a model has a member, a cube or a view, or may have it where nobody sees it. */
export function mayHave(model: Model, name: string): boolean {
  const [owner = '', member] = name.split('.')
  const { more, owners } = model.judged.unseen
  if (!model.owners.has(owner)) return more
  return member === undefined || owners.has(owner) || memberCalled(model, name) !== undefined
}

/** The files that define a name: that of its cube, and those of the members that it is taken from. */
export function definedIn(model: Model, name: string): string[] {
  const found = new Set<string>()
  for (let at: string | undefined = name, deep = 0; at !== undefined && deep <= MOST_IN_A_CHAIN; deep += 1) {
    const member = memberCalled(model, at)
    const owner = model.owners.get(at.split('.')[0] ?? '')
    for (const file of [owner?.file, member?.written?.file]) if (file) found.add(file)
    at = member?.of
  }
  return [...found]
}
