import { itemsOf } from '@boardwright/common'
import { cubeOf, type Fields, type Member, type Model, NAMED_LISTS, textOf } from '@boardwright/platform/model'
import type { TreeFiles } from '../../serialize/documents.ts'
import { readTreeModel } from '../../serialize/model/read.ts'

/** `all`: files changed that cannot be read here, so any member may have moved. */
export type Moved = { readonly members: readonly string[]; readonly all?: never } | { readonly all: true }

/** Members whose values may have changed: their own definition did, or what their cube reads. */
export function movedMembers(before: TreeFiles, now: TreeFiles): Moved {
  const [was, is] = [readTreeModel(before), readTreeModel(now)]
  const isSame = (file: string): boolean => Buffer.compare(bytesIn(before, file), bytesIn(now, file)) === 0
  if ([...was.unread, ...is.unread].some(({ file }) => !isSame(file))) return { all: true }
  const [old, current] = [textsOf(was), textsOf(is)]
  const names = new Set([...old.keys(), ...current.keys()])
  return { members: [...names].filter((name) => old.get(name) !== current.get(name)).sort() }
}

const bytesIn = (files: TreeFiles, file: string): Uint8Array => files.get(file) ?? new Uint8Array()

const textsOf = (model: Model): Map<string, string> =>
  new Map(
    [...model.members.values()].flatMap((members) =>
      [...members.values()].map((each) => [`${each.owner}.${each.name}`, textOfMember(model, each)] as const),
    ),
  )

function textOfMember({ owners }: Model, { owner, of, body: own }: Member): string {
  const body = owners.get(owner)?.body ?? {}
  return JSON.stringify([of, own && without(own, LOOKS_ONLY), of === undefined ? {} : pathTo(body, of), readBy(body)])
}

/** Keys that are about looks and say nothing about values. */
const LOOKS_ONLY = ['title', 'description', 'meta', 'public', 'shown', 'format']

/** The definition of something, without its name. */
export const meaningOf = (body: Fields): string => JSON.stringify(without(body, [...LOOKS_ONLY, 'name']))

/** What a cube reads: its table, its joins, what it extends. A view reads what its parts read. */
const readBy = (body: Fields): Fields => without(body, [...LOOKS_ONLY, ...NAMED_LISTS, 'cubes'])

/** The joins by which a view reaches the cube of a member. */
const pathTo = (body: Fields, of: string): unknown =>
  itemsOf(body['cubes']).flatMap(([part]) => (cubeOf(part) === of.split('.')[0] ? [textOf(part['join_path'])] : []))

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
