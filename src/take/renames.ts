import { liveUnits } from '../compare/live-names.ts'
import { type Content, type Entity, entityOf, ofKind } from '../content/entity.ts'
import { type Key, KINDS, type Kind, kindOf } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { TakenRenames } from '../content/renames.ts'
import type { MergeOutcome, Taking } from './taking.ts'

/** What an object of the tree was called, and where it was put, in the UI. */
interface UiRename {
  readonly name: string | undefined
  readonly folder: FolderPath | undefined
  /** The `was` of its file, if the tree renamed it as well and that was never applied. */
  readonly former: string | undefined
}

/**
 * Decides which renames and moves in the UI are taken. One is not taken if the file is shared with other targets, if the
 * tree already has something under the new name, or if it has its own rename that is not applied yet (unless this is a
 * mirror).
 */
export function takeRenames(
  content: Content,
  taking: Taking,
): { readonly renames: TakenRenames; readonly outcomes: readonly MergeOutcome[] } {
  const renamed = new Map<Key, string>()
  const moved = new Map<Key, FolderPath>()
  const former = new Map<Key, string>()
  const outcomes: MergeOutcome[] = []
  for (const entity of KINDS.flatMap((kind): readonly Entity[] => ofKind(content, kind))) {
    const { key } = entity
    const rename = renameOf(entity, taking)
    if (!rename) continue
    const why = whyNot(entity, rename, content, taking)
    if (why) outcomes.push({ kind: why, key, unit: rename.name === undefined ? 'folder' : unitOfName(key) })
    else {
      if (rename.name !== undefined) renamed.set(key, rename.name)
      if (rename.folder) moved.set(key, rename.folder)
      if (rename.former !== undefined) former.set(key, rename.former)
      if (rename.former !== undefined) outcomes.push({ kind: 'dropped', key, unit: unitOfName(key) })
    }
  }
  return { renames: { renamed, moved, former }, outcomes }
}

const unitOfName = (key: Key): string => OBJECTS[kindOf(key)].renaming?.unit ?? 'name'

function whyNot<K extends Kind>(
  { key, whole }: Entity<K>,
  { name, folder, former }: UiRename,
  content: Content,
  { isShared, mirror }: Taking,
): 'for-all' | 'conflict' | undefined {
  if (isShared(key)) return 'for-all'
  if (former !== undefined && !mirror) return 'conflict'
  const { renaming, movedTo } = OBJECTS[kindOf(key)]
  const there = folder ? movedTo(whole(), { folder }) : whole()
  const after = entityOf(kindOf(key), name === undefined || !renaming ? there : renaming.renamedTo(there, name))
  return content.has(after.key) ? 'conflict' : undefined
}

function renameOf<K extends Kind>({ key, own }: Entity<K>, taking: Taking): UiRename | undefined {
  const { renaming } = OBJECTS[kindOf(key)]
  const { compared, inputs, selected } = taking
  const each = compared.comparisons.get(key)
  if (!renaming || !each?.repo || !selected(key)) return undefined
  const { name: now, folder: into } = inputs.live.facts.get(key) ?? {}
  const differing = new Set(liveUnits(compared.live, inputs.live.facts, key).map(([unit]) => unit))
  const was = renaming.was(own)
  const verdict = each.verdicts.get(renaming.unit)
  // Live still has the name that the tree has given up.
  const isOld = verdict === 'repo' || (was === now?.trim() && verdict !== 'live')
  const name = differing.has(renaming.unit) && !isOld ? now?.trim() : undefined
  const folder = differing.has('folder') && each.verdicts.get('folder') !== 'repo' ? into : undefined
  if (name === undefined && folder === undefined) return undefined
  return { name, folder, former: verdict === 'conflict' ? was : undefined }
}
