import type { Model } from '@boardwright/platform/model'
import type { Target } from '../../config/model.ts'
import { sha256Of } from '../../content/digest.ts'
import { modelFilesIn } from '../../content/entity.ts'
import { kindOf } from '../../content/kinds.ts'
import { hasEdits } from '../../content/merge-lines.ts'
import { type Key, modelKey } from '../../content/model.ts'
import { usesMember } from '../../content/objects.ts'
import { hasMember, type Members, readMembers } from '../../lint/members.ts'
import type { LiveContent } from '../../live/index.ts'
import type { ModelDifference, ModelSides, PlanInputs, RemovedMember } from '../../plan/inputs.ts'
import { titleOf } from '../../plan/titles.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { decodeText } from '../../serialize/text.ts'
import { isModelAsInTree, liveModelFiles } from '../local/model-sides.ts'
import type { TargetTree } from '../local/render.ts'

/** How the data model differs between both sides, and the members that only one side has. */
export function modelSides(
  local: TargetTree,
  live: LiveContent,
  { dataModel, isModelShown }: Target,
  lastApplied: (path: string) => string | undefined,
): ModelDifference {
  if (!dataModel || isModelAsInTree(local, live)) return SAME
  const { files, tree } = local
  const { content, outOfScope } = live
  const desired = new Map(modelFilesIn(tree.content).map(({ path, hash }) => [path, hash]))
  const theirs = liveModelFiles(local, live)
  const differing = (path: string): boolean => content.get(modelKey(path))?.own.hash !== desired.get(path)
  const sidesOf = (from: TreeFiles): ModelSides =>
    new Map(
      [...from].flatMap(([file, bytes]): [string, string | { sha256: string }][] => {
        const path = file.slice(MODEL.length + 1)
        if (!file.startsWith(`${MODEL}/`) || !differing(path)) return []
        const text = decodeText(bytes, file)
        return [[path, typeof text === 'string' ? text : { sha256: sha256Of(bytes) }]]
      }),
    )
  const texts = { desired: sidesOf(files), live: sidesOf(theirs) }
  const applied = new Map(
    [...new Set([...texts.desired.keys(), ...texts.live.keys()])].flatMap((path): [string, string][] => {
      const text = lastApplied(path)
      return text === undefined ? [] : [[path, text]]
    }),
  )
  const [read, readLive] = [readTreeModel(files), readTreeModel(theirs)]
  return {
    modelSides: { ...texts, applied },
    modelNames: { desired: namesIn(read, differing), live: namesIn(readLive, differing) },
    takenEdits: takenEdits({ ...texts, applied }),
    removedMembers: removedMembers(
      onlyIn(readMembers(readLive), readMembers(read)),
      isModelShown ? outOfScope : undefined,
    ),
  }
}

function removedMembers(names: readonly string[], outOfScope: LiveContent['outOfScope'] | undefined): RemovedMember[] {
  if (names.length === 0 || !outOfScope) return names.map((name) => ({ name, usersOutOfScope: [] }))
  const { facts, content } = outOfScope()
  const all = [...content.values()]
  return names.map((name) => ({
    name,
    usersOutOfScope: all
      .filter(({ key, whole }) => usesMember(kindOf(key), whole(), name))
      .map(({ key }) => key)
      .sort()
      .map((key) => ({ key, title: titleOf({ desired: content, live: content }, key), owner: facts.get(key)?.owner })),
  }))
}

const NONE = new Map<string, never>()
const SAME: ReturnType<typeof modelSides> = {
  modelSides: { desired: NONE, live: NONE, applied: NONE },
  modelNames: { desired: NONE, live: NONE },
  ...{ takenEdits: new Set(), removedMembers: [] },
}

function namesIn({ written }: Model, isWanted: (path: string) => boolean): PlanInputs['modelNames']['desired'] {
  const names = new Map<string, string[]>()
  for (const { name, file } of written) {
    const path = file.slice(MODEL.length + 1)
    if (name !== '' && isWanted(path)) names.set(path, [...(names.get(path) ?? []), name])
  }
  return names
}

function takenEdits({ desired, live, applied }: PlanInputs['modelSides']): ReadonlySet<Key> {
  const isTaken = (path: string): boolean => {
    const [base, repo, theirs] = [applied, desired, live].map((side) => side.get(path))
    const areTexts = typeof base === 'string' && typeof repo === 'string' && typeof theirs === 'string'
    return areTexts && hasEdits(base, repo, theirs)
  }
  return new Set([...desired.keys()].filter(isTaken).map(modelKey))
}

/** Members that one data model has and another certainly does not. */
function onlyIn(own: Members, theirs: Members): string[] {
  if (!own.known || !theirs.known) return []
  return [...own.of]
    .flatMap(([owner, members]) => [...members].map((name) => `${owner}.${name}`))
    .filter((name) => !hasMember(theirs, name))
    .sort()
}
