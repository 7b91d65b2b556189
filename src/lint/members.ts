import { isMap } from '@boardwright/common'
import {
  type Catalog,
  type CatalogMember,
  catalogOf,
  type Fields,
  type Joins,
  joinsIn,
  type Member,
  type Model,
  mayHave,
  memberCalled,
  ownGranularities,
  textOf,
} from '@boardwright/platform/model'
import { GRAINS, type QueryMember } from '@boardwright/platform/query'

/** The members of a YAML data model, by cube or view; or why they are unknown. */
export type Members =
  | {
      readonly known: true
      readonly of: ReadonlyMap<string, ReadonlySet<string>>
      /** What the data model says of each member, by its name; of some only the name is known. */
      readonly facts: ReadonlyMap<string, MemberFacts>
      /** Undefined if nobody knows them all. */
      readonly joins: Joins | undefined
      /** Members that a view includes and their cube does not have: by their name in the view, the missing member. */
      readonly gone: ReadonlyMap<string, string>
      /** Cubes, views and members that are not public: nobody is told to name them. */
      readonly hidden: ReadonlySet<string>
      /** Cubes and views that may have more members, because something of them is refused or cannot be read. */
      readonly open: ReadonlySet<string>
      /** Whether there may be more cubes and views. */
      readonly more: boolean
    }
  | { readonly known: false; readonly because: string }

export interface MemberFacts extends QueryMember {
  /** Why nobody should use it any more: its `meta.deprecated`. */
  readonly deprecated?: string | undefined
}

/** Known unless a part of the data model is code, a template or more than plain YAML. */
export function readMembers(model: Model): Members {
  const { read, unread } = model
  const hiding = unread.find(({ what }) => what !== 'broken')
  if (hiding) return { known: false, because: hiding.because }
  if (read.length + unread.length === 0) return { known: false, because: 'there is no data model in this tree' }
  const catalog = catalogOf(model.wholes)
  const { unseen } = model.judged
  return {
    ...{ known: true, of: new Map([...catalog].map(([owner, { members }]) => [owner, new Set(members.keys())])) },
    ...{ facts: factsIn(catalog, unseen.members), gone: goneFrom(model) },
    joins: unseen.joins ? undefined : joinsIn(model.wholes),
    ...{ hidden: hiddenIn(catalog), open: unseen.owners, more: unseen.more },
  }
}

const NONE: ReadonlySet<string> = new Set()

const factsIn = (catalog: Catalog, unseen = NONE): ReadonlyMap<string, MemberFacts> =>
  new Map(
    [...catalog.values()].flatMap(({ members }) =>
      [...members.values()].flatMap((member) => {
        if (unseen.has(definitionOf(member))) return []
        const { name, kind: list, body, isVisible, paths } = member
        const granularities = ownGranularities(member).map((each) => textOf(each['name']))
        const deprecated = deprecatedBy(body)
        const type = textOf(body['type']) || undefined
        return [[name, { list, type, isVisible, granularities, paths, ...(deprecated && { deprecated }) }] as const]
      }),
    ),
  )

/** What `meta.deprecated` says, which is a reason, or only true. */
export function deprecatedBy({ meta }: Fields): string | undefined {
  const said = isMap(meta) ? meta['deprecated'] : undefined
  return said === true ? 'yes' : typeof said === 'string' && said.trim() !== '' ? said : undefined
}

/** The member of a cube that defines it. */
const definitionOf = ({ owner, name, from = name }: CatalogMember): string =>
  `${owner.name}.${from.slice(from.indexOf('.') + 1)}`

const hiddenIn = (catalog: Catalog): ReadonlySet<string> =>
  new Set(
    [...catalog].flatMap(([owner, { isVisible, members }]) => [
      ...(isVisible ? [] : [owner]),
      ...[...members.values()].flatMap((member) => (member.isVisible ? [] : [member.name])),
    ]),
  )

/** The missing member that it repeats in the end, if one is certainly missing. */
function missingBehind(model: Model, { of }: Member, below = 0): string | undefined {
  if (of === undefined || below > model.owners.size) return undefined
  const source = memberCalled(model, of)
  if (source) return missingBehind(model, source, below + 1)
  // What takes it from a cube that is not there is refused itself.
  const isCubeThere = model.owners.has(of.split('.')[0] ?? '')
  return isCubeThere && !mayHave(model, of) ? of : undefined
}

const goneFrom = (model: Model): ReadonlyMap<string, string> =>
  new Map(
    [...model.members].flatMap(([owner, members]) =>
      [...members.values()].flatMap((each): [string, string][] =>
        each.of === undefined || missingBehind(model, each) === undefined ? [] : [[`${owner}.${each.name}`, each.of]],
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
export function hasMember(members: KnownMembers, member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  if (members.gone.has(`${owner}.${name}`)) return false
  return isOpen(members, owner) || members.of.get(owner)?.has(name) === true
}

/** Also true if nobody can tell. */
export const hasOwner = (members: KnownMembers, name: string): boolean => members.of.has(name) || isOpen(members, name)

/** Whether a cube or view may have members that nobody sees. */
export const isOpen = ({ of, open, more }: KnownMembers, owner: string): boolean =>
  open.has(owner) || (more && !of.has(owner))

/** The cubes and views to suggest. */
export const ownersIn = ({ of, hidden }: KnownMembers): string[] => [...of.keys()].filter((owner) => !hidden.has(owner))

/** The members of a cube or view to suggest. */
export const membersIn = ({ of, hidden }: KnownMembers, owner: string): string[] =>
  hidden.has(owner) ? [] : [...(of.get(owner) ?? [])].filter((name) => !hidden.has(`${owner}.${name}`))

/** The full names of all members to suggest. */
export const namesOf = (members: KnownMembers): string[] =>
  ownersIn(members).flatMap((owner) => membersIn(members, owner).map((name) => `${owner}.${name}`))
