import type { CompiledOwner } from '@boardwright/platform/compiler'
import { type CatalogMember, catalogOf, type Model } from '@boardwright/platform/model'
import type { KnownMembers } from '../../lint/members.ts'

/** The members that a compiler made of a data model. Nothing of it is unknown. */
export function compiledMembers({ wholes }: Model, owners: readonly CompiledOwner[]): KnownMembers {
  const read = new Map([...catalogOf(wholes).values()].flatMap(({ members }) => [...members.values()].map(named)))
  const all = owners.flatMap(({ members }) => members)
  return {
    known: true,
    of: new Map(owners.map(({ name, members }) => [name, new Set(members.map((member) => ownNameOf(member.name)))])),
    facts: new Map(
      all.map(({ name, list, type, isVisible, granularities, path }) => [
        name,
        // A compiler does not say which other cubes the SQL of a member joins. We do, where we can read it.
        { list, type, isVisible, granularities, paths: read.get(name)?.paths ?? [path] },
      ]),
    ),
    joins: new Map(owners.map(({ name, joins }) => [name, joins])),
    gone: new Map(),
    hidden: new Set([...owners, ...all].flatMap(({ name, isVisible }) => (isVisible ? [] : [name]))),
    open: new Set(),
    more: false,
  }
}

const named = (member: CatalogMember) => [member.name, member] as const
const ownNameOf = (name: string): string => name.slice(name.indexOf('.') + 1)
