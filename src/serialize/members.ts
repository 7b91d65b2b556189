import {
  cubeOf,
  itemsOf,
  MEMBER_LISTS,
  type Member,
  type Model,
  memberCalled,
  type Owner,
  textOf,
} from '@boardwright/platform/model'
import { GRAINS } from '@boardwright/platform/query'
import type { FreeForm } from '../content/model.ts'
import { namesInBroken } from './model/read.ts'

/** The granularities that a dimension defines itself, by its name. */
export type Grains = ReadonlyMap<string, readonly string[]>

/** Keys of a query that take members of one sort only. */
const LISTS = ['measures', 'dimensions', 'segments'] as const
export type ListOfQuery = (typeof LISTS)[number]

/** The members of a YAML data model, by cube or view; or why they are unknown. */
export type Members =
  | {
      readonly known: true
      readonly of: ReadonlyMap<string, ReadonlySet<string>>
      readonly grains: Grains
      /** The list of a query that a member belongs in, by its name, as far as the data model says. */
      readonly lists: ReadonlyMap<string, ListOfQuery>
      /** The type of a dimension, by its name, as far as the data model says. */
      readonly types: ReadonlyMap<string, string>
      /** Members that a view includes and their cube does not have: by their name in the view, the missing member. */
      readonly gone: ReadonlyMap<string, string>
      /** Cubes, views and members that are not public: queries may name them, but nobody is told to. */
      readonly hidden: ReadonlySet<string>
      /** Cubes and views that may have more members: a file that is not YAML defines them, or what they take them from. */
      readonly open: ReadonlySet<string>
    }
  | { readonly known: false; readonly because: string }

/** Known unless a part of the data model is code, a template or more than plain YAML. */
export function readMembers(model: Model): Members {
  const { read, unread } = model
  const hiding = unread.find(({ what }) => what !== 'broken')
  if (hiding) return { known: false, because: hiding.because }
  if (read.length + unread.length === 0) return { known: false, because: 'there is no data model in this tree' }
  const of = [...model.members].map(([owner, members]) => {
    const asked = [...members.values()].filter(
      (each) => MEMBER_LISTS.some((list) => list === each.kind) && isWritten(model, each),
    )
    return [owner, new Set(asked.map(({ name }) => name))] as const
  })
  return {
    ...{ known: true, of: new Map(of), gone: goneFrom(model), hidden: hiddenIn(model) },
    ...{ grains: ownGrains(model), lists: listsOf(model), types: typesOf(model) },
    open: openOwners(model, namesInBroken(model)),
  }
}

function openOwners({ owners }: Model, broken: ReadonlySet<string>): ReadonlySet<string> {
  const open = new Set(broken)
  const takesFrom = ({ body }: Owner): string[] => [
    textOf(body['extends']),
    ...itemsOf(body['cubes']).map(([part]) => cubeOf(part)),
  ]
  for (let before = -1; before < open.size; ) {
    before = open.size
    for (const owner of owners.values()) if (takesFrom(owner).some((name) => open.has(name))) open.add(owner.name)
  }
  return open
}

/** Whether the definition that it repeats in the end exists. */
function isWritten(model: Model, { of }: Member, below = 0): boolean {
  const source = of === undefined ? undefined : memberCalled(model, of)
  return of === undefined || (source !== undefined && below < model.owners.size && isWritten(model, source, below + 1))
}

const goneFrom = (model: Model): ReadonlyMap<string, string> =>
  new Map(
    [...model.members].flatMap(([owner, members]) =>
      [...members.values()].flatMap((each): [string, string][] =>
        each.of === undefined || isWritten(model, each) ? [] : [[`${owner}.${each.name}`, each.of]],
      ),
    ),
  )

function listsOf(model: Model): ReadonlyMap<string, ListOfQuery> {
  const found = [...model.members].flatMap(([owner, members]) =>
    [...members.values()].flatMap((each): [string, ListOfQuery][] => {
      const list = LISTS.find((name) => name === each.kind)
      return list && isWritten(model, each) ? [[`${owner}.${each.name}`, list]] : []
    }),
  )
  return new Map(found)
}

function hiddenIn(model: Model): ReadonlySet<string> {
  const members = foundByName<boolean>(model, (body, below) => isPublic(body) ?? below)
  const owners = [...model.owners].map(([name, { body }]) => [name, isPublic(body)] as const)
  return new Set([...owners, ...members].flatMap(([name, shown]) => (shown === false ? [name] : [])))
}

const isPublic = (body: FreeForm | undefined): boolean | undefined =>
  [body?.['public'], body?.['shown']].find((each) => typeof each === 'boolean')

function ownGrains(model: Model): Grains {
  return foundByName(model, (body, below) => {
    const grains = [...itemsOf(body?.['granularities']).map(([grain]) => textOf(grain['name'])), ...(below ?? [])]
    return grains.length > 0 ? grains : undefined
  })
}

const typesOf = (model: Model): ReadonlyMap<string, string> =>
  foundByName<string>(model, (body, below) => (typeof body?.['type'] === 'string' ? body['type'] : below))

/** Measure types whose row values add up to the total. An average or a distinct count does not. */
const SUMS: ReadonlySet<string | undefined> = new Set(['count', 'sum'])

/** Tells whether the rows of a measure may be added up. */
export function createSums(model: Model): (member: string) => boolean {
  const types = typesOf(model)
  return (member) => SUMS.has(types.get(member))
}

/** A fact about each member, from its own text or from that of the member it repeats. */
function foundByName<T>(
  model: Model,
  read: (body: FreeForm | undefined, below: T | undefined) => T | undefined,
): ReadonlyMap<string, T> {
  const find = (name: string, above: readonly string[]): T | undefined => {
    const found = memberCalled(model, name)
    if (!found || above.includes(name)) return undefined
    return read(found.body, found.of === undefined ? undefined : find(found.of, [...above, name]))
  }
  const names = [...model.members].flatMap(([owner, members]) => [...members.keys()].map((name) => `${owner}.${name}`))
  return new Map(
    names.flatMap((name): [string, T][] => {
      const found = find(name, [])
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

export const grainsOf = ({ grains }: KnownMembers, member: string): readonly string[] => [
  ...GRAINS,
  ...(grains.get(member) ?? []),
]

export type KnownMembers = Extract<Members, { known: true }>

/** `member` is `cube.member`, or a time dimension with its granularity. Also true if nobody can tell. */
export function hasMember({ of, open }: KnownMembers, member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  return open.has(owner) || of.get(owner)?.has(name) === true
}

export const hasOwner = ({ of, open }: KnownMembers, name: string): boolean => of.has(name) || open.has(name)

/** The cubes and views to suggest. */
export const ownersIn = ({ of, hidden }: KnownMembers): string[] => [...of.keys()].filter((owner) => !hidden.has(owner))

/** The members of a cube or view to suggest. */
export const membersIn = ({ of, hidden }: KnownMembers, owner: string): string[] =>
  hidden.has(owner) ? [] : [...(of.get(owner) ?? [])].filter((name) => !hidden.has(`${owner}.${name}`))

/** The full names of all members to suggest. */
export const namesOf = (members: KnownMembers): string[] =>
  ownersIn(members).flatMap((owner) => membersIn(members, owner).map((name) => `${owner}.${name}`))
