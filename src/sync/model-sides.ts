import { sha256Of } from '../content/digest.ts'
import type { LiveContent } from '../live/read.ts'
import type { ModelSides, PlanInputs } from '../plan/inputs.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { MODEL } from '../serialize/layout.ts'
import { decodeText } from '../serialize/text.ts'
import type { Project } from './project.ts'
import type { TargetTree } from './target-tree.ts'
import { membersOf } from './validate.ts'

/** What differs in the data model on both sides, and the members that only live has. */
export function modelSides(
  project: Project,
  { files, tree }: TargetTree,
  { content, modelBytes }: LiveContent,
): Pick<PlanInputs, 'modelSides' | 'removedMembers'> {
  const desired = new Map(tree.content.model.map(({ path, hash }) => [path, hash]))
  const isSame =
    content.model.length === desired.size && content.model.every(({ path, hash }) => desired.get(path) === hash)
  if (isSame) return { modelSides: { desired: new Map(), live: new Map() }, removedMembers: [] }

  const theirs: TreeFiles = new Map(
    content.model.flatMap(({ path, hash }) => {
      const bytes = desired.get(path) === hash ? files.get(`${MODEL}/${path}`) : modelBytes.get(path)
      return bytes ? [[`${MODEL}/${path}`, bytes]] : []
    }),
  )
  const differing = (path: string): boolean =>
    content.model.find((file) => file.path === path)?.hash !== desired.get(path)
  const sidesOf = (from: TreeFiles): ModelSides =>
    new Map(
      [...from].flatMap(([file, bytes]): [string, string | { sha256: string }][] => {
        const path = file.slice(MODEL.length + 1)
        if (!file.startsWith(`${MODEL}/`) || !differing(path)) return []
        const text = decodeText(bytes, file)
        return [[path, typeof text === 'string' ? text : { sha256: sha256Of(bytes) }]]
      }),
    )
  return {
    modelSides: { desired: sidesOf(files), live: sidesOf(theirs) },
    removedMembers: removedMembers(project, theirs, files),
  }
}

function removedMembers(project: Project, live: TreeFiles, desired: TreeFiles): string[] {
  const [before, after] = [membersOf(live, project), membersOf(desired, project)]
  if (!before.known || !after.known) return []
  return [...before.of]
    .flatMap(([owner, members]) =>
      [...members].filter((name) => !after.of.get(owner)?.has(name)).map((name) => `${owner}.${name}`),
    )
    .sort()
}
