import type { Target } from '../../config/model.ts'
import { sha256Of } from '../../content/digest.ts'
import { KINDS, type Kind } from '../../content/kinds.ts'
import { hasEdits } from '../../content/merge-lines.ts'
import { type Key, modelKey } from '../../content/model.ts'
import { OBJECTS, objectsIn } from '../../content/objects.ts'
import { readable, wholeContent } from '../../content/readable.ts'
import { lazy } from '../../lazy.ts'
import type { LiveContent } from '../../live/index.ts'
import { indexContent } from '../../plan/index-content.ts'
import type { ModelSides, PlanInputs, RemovedMember } from '../../plan/inputs.ts'
import { titleOf } from '../../plan/titles.ts'
import type { TargetTree } from '../../project/render.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { type Members, readMembers } from '../../serialize/members.ts'
import {
  defineModel,
  definitionOf,
  type Model,
  type ModelFiles,
  ownersIn,
  readModelFiles,
} from '../../serialize/model/definitions.ts'
import { decodeText } from '../../serialize/text.ts'

/** How the data model differs between both sides, and the members that only one side has. */
export function modelSides(
  { files, tree }: TargetTree,
  { content, modelBytes, outOfScope }: LiveContent,
  { isModelShown }: Target,
  lastApplied: (path: string) => string | undefined,
): Pick<PlanInputs, 'modelSides' | 'modelNames' | 'takenEdits' | 'removedMembers' | 'addedMembers'> {
  const desired = new Map(tree.content.model.map(({ path, hash }) => [path, hash]))
  const isSame =
    content.model.length === desired.size && content.model.every(({ path, hash }) => desired.get(path) === hash)
  if (isSame) return SAME

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
  const [read, readLive] = [readModelFiles(files), readModelFiles(theirs)]
  const [ours, others] = [membersIfAllRead(files, read), membersIfAllRead(theirs, readLive)]
  const model = lazy(() => defineModel(read.read))
  return {
    modelSides: { ...sides, applied },
    modelNames: { desired: namesIn(read, differing), live: namesIn(readLive, differing) },
    takenEdits: takenEdits({ ...sides, applied }),
    removedMembers: removedMembers(onlyIn(others, ours), isModelShown ? outOfScope : undefined),
    addedMembers: onlyIn(ours, others).map((name) => ({ name, paths: definedIn(model(), name).filter(differing) })),
  }
}

function removedMembers(names: readonly string[], outOfScope: LiveContent['outOfScope'] | undefined): RemovedMember[] {
  if (names.length === 0 || !outOfScope) return names.map((name) => ({ name, usersOutOfScope: [] }))
  const { facts, ...gathered } = outOfScope()
  const { summary } = readable(gathered)
  const index = indexContent(summary)
  const all = wholeContent(gathered)
  return names.map((name) => ({
    name,
    usersOutOfScope: KINDS.flatMap(<K extends Kind>(kind: K) =>
      objectsIn(all, kind)
        .filter((object) => OBJECTS[kind].usesMember(object, name))
        .map(OBJECTS[kind].keyOf),
    )
      .sort()
      .map((key) => ({ key, title: titleOf({ desired: index, live: index }, key), owner: facts.get(key)?.owner })),
  }))
}

const NONE = new Map<string, never>()
const SAME: ReturnType<typeof modelSides> = {
  modelSides: { desired: NONE, live: NONE, applied: NONE },
  modelNames: { desired: NONE, live: NONE },
  ...{ takenEdits: new Set(), removedMembers: [], addedMembers: [] },
}

function namesIn({ read }: ModelFiles, isWanted: (path: string) => boolean): PlanInputs['modelNames']['desired'] {
  const names = new Map<string, string[]>()
  for (const { name, file } of ownersIn(read)) {
    const path = file.slice(MODEL.length + 1)
    if (name !== '' && isWanted(path)) names.set(path, [...(names.get(path) ?? []), name])
  }
  return names
}

/** The longest chain of members that are each taken from another. */
const DEEPEST = 100

function takenEdits({ desired, live, applied }: PlanInputs['modelSides']): ReadonlySet<Key> {
  const isTaken = (path: string): boolean => {
    const [base, repo, theirs] = [applied, desired, live].map((side) => side.get(path))
    const areTexts = typeof base === 'string' && typeof repo === 'string' && typeof theirs === 'string'
    return areTexts && hasEdits(base, repo, theirs)
  }
  return new Set([...desired.keys()].filter(isTaken).map(modelKey))
}

const membersIfAllRead = (files: TreeFiles, model: ModelFiles): Members | undefined =>
  model.unread.length > 0 ? undefined : readMembers(files, model)

/** Members that one data model has and another does not. */
function onlyIn(own: Members | undefined, theirs: Members | undefined): string[] {
  if (!own?.known || !theirs?.known) return []
  return [...own.of]
    .flatMap(([owner, members]) =>
      [...members].filter((name) => !theirs.of.get(owner)?.has(name)).map((name) => `${owner}.${name}`),
    )
    .sort()
}

/** The files needed to define a member: that of its cube, and those of the members it is taken from. */
function definedIn(model: Model, member: string): string[] {
  const found = new Set<string>()
  for (let name: string | undefined = member, deep = 0; name !== undefined && deep < DEEPEST; deep += 1) {
    const definition = definitionOf(model, name)
    const owner = model.owners.get(name.split('.')[0] ?? '')
    for (const file of [owner?.file, definition?.written?.file]) if (file) found.add(file.slice(MODEL.length + 1))
    name = definition?.of
  }
  return [...found]
}
