import { type Content, type Entity, entityOf, ofKind } from '../content/entity.ts'
import { type Key, KINDS, type Kind, kindOf } from '../content/kinds.ts'
import type { FolderPath } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import type { TakenRenames } from '../content/renames.ts'
import type { Verdict } from '../content/threeway.ts'
import type { MergeOutcome, Taking } from './taking.ts'

/** What an object of the tree was called in the UI, and where it was put there. */
interface UiRename {
  readonly name: string | undefined
  readonly folder: FolderPath | undefined
  /** Beside a name: the one that was applied, if the tree has another and that one never was. */
  readonly former: string | undefined
  /** What a mirror drops: a name or a place that the tree has, and that was never applied. */
  readonly drops: readonly ('name' | 'folder')[]
}

/** Why a part of it is not taken. */
interface Refused {
  readonly name?: 'for-all' | 'conflict'
  readonly folder?: 'for-all' | 'conflict'
}

/** Decides which renames and moves in the UI are taken. */
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
    const rename = renameIn(entity, taking)
    if (!rename) continue
    const unit = OBJECTS[kindOf(key)].renaming?.unit ?? 'name'
    const refused = refusedOf(entity, rename, content, taking)
    if (rename.name !== undefined && refused.name) outcomes.push({ kind: refused.name, key, unit })
    else if (rename.name !== undefined) {
      renamed.set(key, rename.name)
      if (rename.former !== undefined) former.set(key, rename.former)
    }
    if (rename.folder && refused.folder) outcomes.push({ kind: refused.folder, key, unit: 'folder' })
    else if (rename.folder) moved.set(key, rename.folder)
    for (const part of rename.drops)
      if (!refused[part]) outcomes.push({ kind: 'dropped', key, unit: part === 'name' ? unit : part })
  }
  return { renames: { renamed, moved, former }, outcomes }
}

function renameIn<K extends Kind>({ key, own }: Entity<K>, taking: Taking): UiRename | undefined {
  const { renaming } = OBJECTS[kindOf(key)]
  const { compared, inputs, selected, mirror } = taking
  const each = compared.comparisons.get(key)
  if (!renaming || !each?.repo || !selected(key)) return undefined
  const { name: now, folder: into } = inputs.live.facts.get(key) ?? {}
  const differing = compared.liveNames.get(key)
  const was = renaming.was(own)
  const verdict = each.verdicts.get(renaming.unit)
  // The tree renamed it if live is as it was applied, or if live has the tree's former name and nobody gave it that.
  const isStillCalled = was === now?.trim() && verdict !== 'live'
  const isOurs = { name: verdict === 'repo' || isStillCalled, folder: each.verdicts.get('folder') === 'repo' }
  const name = differing?.has(renaming.unit) && (mirror || !isOurs.name) ? now?.trim() : undefined
  const folder = differing?.has('folder') && (mirror || !isOurs.folder) ? into : undefined
  if (name === undefined && folder === undefined) return undefined
  const former = name === undefined ? undefined : wasAfter(name, { isOurs: isOurs.name, was, verdict })
  return {
    ...{ name, folder, former },
    drops: [
      ...(former === undefined ? [] : ['name' as const]),
      ...(folder && isOurs.folder ? ['folder' as const] : []),
    ],
  }
}

interface TreeRename {
  readonly isOurs: boolean
  readonly was: string | undefined
  readonly verdict: Verdict | undefined
}

/** The name that was applied, once the tree takes this one: the same if it only gives up its own. */
function wasAfter(name: string, { isOurs, was, verdict }: TreeRename): string | undefined {
  if (isOurs) return name
  return verdict === 'conflict' ? was : undefined
}

/**
 * Nothing is taken if the file is shared with other targets, or if the tree already has something under the new name.
 * A name is not taken if the tree has its own that is not applied yet, unless this is a mirror.
 */
function refusedOf<K extends Kind>(
  entity: Entity<K>,
  { name, folder, former }: UiRename,
  content: Content,
  { isShared, mirror }: Taking,
): Refused {
  if (isShared(entity.key)) return { name: 'for-all', folder: 'for-all' }
  const isRenamedTwice = former !== undefined && !mirror
  const wanted = keyOfRenamed(entity, isRenamedTwice ? undefined : name, folder)
  if (content.has(wanted)) return { name: 'conflict', folder: 'conflict' }
  return isRenamedTwice ? { name: 'conflict' } : {}
}

function keyOfRenamed<K extends Kind>({ key, whole }: Entity<K>, name: string | undefined, folder?: FolderPath): Key {
  const { renaming, movedTo } = OBJECTS[kindOf(key)]
  const there = folder ? movedTo(whole(), { folder }) : whole()
  return entityOf(kindOf(key), name === undefined || !renaming ? there : renaming.renamedTo(there, name)).key
}
