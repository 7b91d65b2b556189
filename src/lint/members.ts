import { itemsOf } from '@boardwright/common'
import {
  type Catalog,
  catalogOf,
  cubeOf,
  type Joins,
  joinsIn,
  type Member,
  type Model,
  memberCalled,
  type Owner,
  ownGranularities,
  textOf,
} from '@boardwright/platform/model'
import { GRAINS, type QueryMember } from '@boardwright/platform/query'
import { namesInBroken } from '../serialize/model/read.ts'

/** The members of a YAML data model, by cube or view; or why they are unknown. */
export type Members =
  | {
      readonly known: true
      readonly of: ReadonlyMap<string, ReadonlySet<string>>
      /** What the data model says of each member, by its name. */
      readonly facts: ReadonlyMap<string, QueryMember>
      readonly joins: Joins
      /** Members that a view includes and their cube does not have: by their name in the view, the missing member. */
      readonly gone: ReadonlyMap<string, string>
      /** Cubes, views and members that are not public: nobody is told to name them. */
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
  const catalog = catalogOf(model.wholes)
  return {
    ...{ known: true, of: new Map([...catalog].map(([owner, { members }]) => [owner, new Set(members.keys())])) },
    ...{ facts: factsIn(catalog), joins: joinsIn(model.wholes), gone: goneFrom(model), hidden: hiddenIn(catalog) },
    open: openOwners(model, namesInBroken(model)),
  }
}

const factsIn = (catalog: Catalog): ReadonlyMap<string, QueryMember> =>
  new Map(
    [...catalog.values()].flatMap(({ members }) =>
      [...members.values()].map((member) => {
        const { name, kind: list, body, isVisible, paths } = member
        const granularities = ownGranularities(member).map((each) => textOf(each['name']))
        return [name, { list, type: textOf(body['type']) || undefined, isVisible, granularities, paths }] as const
      }),
    ),
  )

const hiddenIn = (catalog: Catalog): ReadonlySet<string> =>
  new Set(
    [...catalog].flatMap(([owner, { isVisible, members }]) => [
      ...(isVisible ? [] : [owner]),
      ...[...members.values()].flatMap((member) => (member.isVisible ? [] : [member.name])),
    ]),
  )

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

/** Measure types whose row values add up to the total. An average or a distinct count does not. */
const SUMS: ReadonlySet<string | undefined> = new Set(['count', 'sum'])

/** Tells whether the rows of a measure may be added up. */
export function createSums(model: Model): (member: string) => boolean {
  const facts = factsIn(catalogOf(model.wholes))
  return (member) => SUMS.has(facts.get(member)?.type)
}

export const grainsOf = ({ facts }: KnownMembers, member: string): readonly string[] => [
  ...GRAINS,
  ...(facts.get(member)?.granularities ?? []),
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
