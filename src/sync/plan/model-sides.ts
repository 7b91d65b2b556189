import { sha256Of } from '../../content/digest.ts'
import { hasEdits } from '../../content/merge-lines.ts'
import { type Key, modelKey } from '../../content/model.ts'
import type { LiveContent } from '../../live/index.ts'
import type { ModelSides, PlanInputs } from '../../plan/inputs.ts'
import type { TargetTree } from '../../project/target-tree.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { readMembers } from '../../serialize/members.ts'
import { decodeText } from '../../serialize/text.ts'

/** Differences of the data model on both sides, and the members that only live has. */
export function modelSides(
  { files, tree }: TargetTree,
  { content, modelBytes }: LiveContent,
  lastApplied: (path: string) => string | undefined,
): Pick<PlanInputs, 'modelSides' | 'takenEdits' | 'removedMembers'> {
  const desired = new Map(tree.content.model.map(({ path, hash }) => [path, hash]))
  const isSame =
    content.model.length === desired.size && content.model.every(({ path, hash }) => desired.get(path) === hash)
  if (isSame) return { modelSides: SAME, takenEdits: new Set(), removedMembers: [] }

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
  const sides = { desired: sidesOf(files), live: sidesOf(theirs) }
  const applied = new Map(
    [...new Set([...sides.desired.keys(), ...sides.live.keys()])].flatMap((path): [string, string][] => {
      const text = lastApplied(path)
      return text === undefined ? [] : [[path, text]]
    }),
  )
  return {
    modelSides: { ...sides, applied },
    takenEdits: takenEdits({ ...sides, applied }),
    removedMembers: removedMembers(theirs, files),
  }
}

const SAME: PlanInputs['modelSides'] = { desired: new Map(), live: new Map(), applied: new Map() }

function takenEdits({ desired, live, applied }: PlanInputs['modelSides']): ReadonlySet<Key> {
  const isTaken = (path: string): boolean => {
    const [base, repo, theirs] = [applied, desired, live].map((side) => side.get(path))
    const areTexts = typeof base === 'string' && typeof repo === 'string' && typeof theirs === 'string'
    return areTexts && hasEdits(base, repo, theirs)
  }
  return new Set([...desired.keys()].filter(isTaken).map(modelKey))
}

function removedMembers(live: TreeFiles, desired: TreeFiles): string[] {
  const [before, after] = [readMembers(live), readMembers(desired)]
  if (!before.known || !after.known) return []
  return [...before.of]
    .flatMap(([owner, members]) =>
      [...members].filter((name) => !after.of.get(owner)?.has(name)).map((name) => `${owner}.${name}`),
    )
    .sort()
}
