import type { SceneMember } from '@boardwright/pictures'
import {
  cubeOf,
  type Fields,
  type MemberItem,
  shownBy,
  textOf,
  type Whole,
  type Wholes,
} from '@boardwright/platform/model'
import type { TreeFiles } from '../serialize/documents.ts'
import { drawnModel, readTreeModel } from '../serialize/model/read.ts'

const KINDS: Readonly<Record<MemberItem['kind'], SceneMember['kind'] | undefined>> = {
  ...{ measures: 'measure', dimensions: 'dimension', segments: 'segment', hierarchies: undefined },
}

type Facts = [member: string, fact: SceneMember][]

/** What a data model says about its members, by `cube.member`, as far as can be seen without compiling it. */
export function readMemberFacts({ cubes, views }: Wholes): Record<string, SceneMember> {
  const ofCubes = new Map(
    [...cubes].map(([name, { members }]) => [name, new Map([...members.values()].flatMap(factOf))]),
  )
  const facts = new Map(
    [...ofCubes].flatMap(([cube, all]) => [...all].map(([name, fact]) => [`${cube}.${name}`, fact] as const)),
  )
  for (const [view, whole] of views) {
    const own = factsOfView(whole, ofCubes)
    const shown = new Map(own.map(([member, { from }]) => [from, `${view}.${member}`]))
    for (const [member, fact] of own) {
      const drill = fact.drill?.flatMap((each) => shown.get(each) ?? [])
      facts.set(`${view}.${member}`, drill ? { ...fact, drill } : fact)
    }
  }
  return Object.fromEntries(facts)
}

function factOf({ kind: list, name, body, owner }: MemberItem): Facts {
  const kind = KINDS[list]
  if (!kind) return []
  const said = (key: string): string | undefined => textOf(body[key]) || undefined
  return [
    [
      name,
      {
        ...{ kind, type: said('type'), format: said('format'), currency: said('currency') },
        ...{ title: said('title'), description: said('description') },
        ...drillOf(body, owner.name),
      },
    ],
  ]
}

/** The full names of drill members such as `city`, `users.name` and `CUBE.city`. */
function drillOf(member: Fields, cube: string): { readonly drill?: readonly string[] } {
  const list = member['drill_members']
  if (!Array.isArray(list)) return {}
  const names = list.map((each) => String(each).replace(/^\{?CUBE\}?\./, ''))
  return { drill: names.map((each) => (each.includes('.') ? each : `${cube}.${each}`)) }
}

const factsOfView = ({ parts }: Whole, ofCubes: ReadonlyMap<string, ReadonlyMap<string, SceneMember>>): Facts =>
  parts.flatMap((part) => {
    const cube = cubeOf(part.body)
    const facts = ofCubes.get(cube)
    return shownBy(part, facts?.keys() ?? []).flatMap(({ source, name }): Facts => {
      const fact = facts?.get(source)
      return fact ? [[name, { ...fact, from: `${cube}.${source}` }]] : []
    })
  })

/**
 * Facts about members, from the readable part of the data model. Members defined by code or templates are known only by
 * name.
 */
export const memberFactsOf = (files: TreeFiles): Record<string, SceneMember> =>
  readMemberFacts(drawnModel(readTreeModel(files)))
