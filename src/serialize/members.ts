import { type FreeForm, isMap } from '../content/model.ts'
import type { TreeFiles } from './documents.ts'
import { defineModel, MEMBER_LISTS } from './model/definitions.ts'
import { readModelFiles } from './model/read.ts'

/** The members of a YAML data model, by cube or view; or why they are unknown. */
export type Members =
  | { readonly known: true; readonly of: ReadonlyMap<string, ReadonlySet<string>> }
  | { readonly known: false; readonly because: string }

/** Known only if the whole data model is plain YAML. */
export function readMembers(files: TreeFiles): Members {
  const { read, unread } = readModelFiles(files)
  if (unread[0]) return { known: false, because: unread[0].because }
  if (read.length === 0) return { known: false, because: 'there is no data model in this tree' }
  const of = [...defineModel(read).members].map(([owner, members]) => {
    const asked = [...members.values()].filter(({ kind }) => MEMBER_LISTS.some((list) => list === kind))
    return [owner, new Set(asked.map(({ name }) => name))] as const
  })
  return { known: true, of: new Map(of) }
}

export const maps = (value: unknown): FreeForm[] => (Array.isArray(value) ? value.filter(isMap) : [])

type Known = Extract<Members, { known: true }>

/** `cube.member`, or a time dimension with its granularity. */
export function hasMember({ of }: Known, member: string): boolean {
  const [owner = '', name = ''] = member.split('.')
  return of.get(owner)?.has(name) === true
}

export const namesOf = ({ of }: Known): string[] =>
  [...of].flatMap(([owner, members]) => [...members].map((name) => `${owner}.${name}`))
