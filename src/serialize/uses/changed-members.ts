import type { TreeFiles } from '../documents.ts'
import { type Definition, defineModel, itemCalled, type Model, readModelFiles } from '../model/definitions.ts'

/** Members that the data model no longer has, or defines differently, sorted by name. */
export function changedMembers(before: TreeFiles, now: TreeFiles): string[] {
  const [old, current] = [before, now].map((files) => defineModel(readModelFiles(files).read))
  if (!old || !current) return []
  const written = [...old.members.values()].flatMap((members) => [...members.values()])
  return written
    .filter(({ owner, name }) => {
      const after = current.members.get(owner)?.get(name)
      const definition = old.members.get(owner)?.get(name)
      return definition && (!after || textOf(old, definition) !== textOf(current, after))
    })
    .map(({ owner, name }) => `${owner}.${name}`)
    .sort()
}

/** What is written about a member in this cube or view, and which member it repeats. */
const textOf = ({ owners }: Model, { owner, kind, name, of }: Definition): string => {
  return JSON.stringify([of, itemCalled(owners.get(owner)?.body[kind], name)])
}
