import { type Member, mayHave } from '@boardwright/platform/model'
import type { TreeFiles } from '../../serialize/documents.ts'
import { readTreeModel } from '../../serialize/model/read.ts'

/** Members that the data model certainly no longer has, or defines differently, sorted by name. */
export function changedMembers(before: TreeFiles, now: TreeFiles): string[] {
  const [old, current] = [before, now].map((files) => readTreeModel(files))
  if (!old || !current) return []
  const written = [...old.members.values()].flatMap((members) => [...members.values()])
  return written
    .filter(({ owner, name }) => {
      const after = current.members.get(owner)?.get(name)
      const definition = old.members.get(owner)?.get(name)
      if (!after) return definition && !mayHave(current, `${owner}.${name}`)
      return definition && textOf(definition) !== textOf(after)
    })
    .map(({ owner, name }) => `${owner}.${name}`)
    .sort()
}

/** What is written about a member in this cube or view, and which member it repeats. */
const textOf = ({ of, body }: Member): string => JSON.stringify([of, body])
