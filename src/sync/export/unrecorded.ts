import type { Target } from '../../config/model.ts'
import { appliedThen, type LastApply, NOT_THERE, UNRECORDED } from '../../content/applied-then.ts'
import { digestsIn } from '../../content/digests-in.ts'
import { isContentKind, type Key, KINDS, type Kind } from '../../content/kinds.ts'
import { folderKey, modelKey } from '../../content/model.ts'
import { OBJECTS, objectsIn, unitsThatCount } from '../../content/objects.ts'
import type { KnownContent } from '../../content/summary.ts'
import type { Applied, UnitDigests } from '../../content/threeway.ts'
import { unitDigest } from '../../content/units.ts'
import { commitsInModel } from '../../ledger/model.ts'
import type { LiveContent } from '../../live/index.ts'
import { lastModelTexts, newestOf, openHistory } from '../../project/history.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/render.ts'

/** What was last applied to objects that no ledger lists. */
export interface Unrecorded {
  readonly known: ReadonlyMap<Key, Applied>
  /** Objects that were applied and are no longer live. */
  readonly gone: ReadonlySet<Key>
  /** A model file as last applied. */
  readonly modelText: (path: string) => string | undefined
}

const RECORDED = KINDS.filter((kind) => OBJECTS[kind].isRecorded)

export const NOTHING_UNRECORDED: Unrecorded = { known: new Map(), gone: new Set(), modelText: () => undefined }

/** Git is needed only if both sides differ in such objects and something was applied. */
export async function readUnrecorded(
  project: SoundProject,
  target: Target,
  local: TargetTree,
  live: LiveContent,
): Promise<Unrecorded> {
  const { modelRecord: record } = live
  const { content } = local.tree
  const isApplied = live.commits.length > 0 || record !== undefined
  const kinds = UNRECORDED.filter((kind) => isContentKind(kind) || target.dataModel)
  const lost = RECORDED.flatMap((kind) => withoutRecord(kind, content, live))
  const isSettled =
    lost.length === 0 && kinds.every((kind) => isSame(kind, content, live.content)) && !hasRenamedTwice(local, live)
  if (!isApplied || isSettled) return NOTHING_UNRECORDED

  const commits = [...live.commits, ...commitsInModel(record)]
  const history = await openHistory(project, target, { commits, current: local })
  const applied = newestOf(live.applied, history)
  const [then, modelThen] = await Promise.all(
    [applied, record?.commit].map((commit) => (commit === undefined ? undefined : history.treeAt(commit))),
  )
  const isUnlisted = live.unlisted.has(applied ?? '')
  const ofContent: LastApply = {
    tree: isUnlisted ? undefined : then?.outline,
    exceptions: new Map(
      [...live.pending].map(([key, { was, awaits }]) => [key, was || awaits !== undefined ? was?.base : NOT_THERE]),
    ),
  }
  const ofModel: LastApply = {
    tree: modelThen?.outline,
    exceptions: new Map(
      [...(record?.pending ?? [])].map(([path, { was }]) => [
        modelKey(path),
        was === undefined ? NOT_THERE : { bytes: unitDigest('bytes', was) },
      ]),
    ),
  }
  const known = new Map(
    kinds.flatMap((kind) => [...appliedThen(kind, content, isContentKind(kind) ? ofContent : ofModel)]),
  )
  const tree = lost.length > 0 ? then?.read()?.summary : undefined
  const whole = tree ? RECORDED.flatMap((kind) => [...appliedThen(kind, content, { ...ofContent, tree })]) : []
  const isLost = new Set(lost)
  for (const [key, { base }] of whole) {
    if (isLost.has(key) && base !== NOT_THERE) known.set(key, { base: isUnlisted ? undefined : base })
  }
  const there = new Set(kinds.flatMap((kind) => [...digestsIn(kind, live.content).keys()]))
  return {
    known,
    gone: new Set([...known].flatMap(([key, { base }]) => (base === NOT_THERE || there.has(key) ? [] : [key]))),
    modelText: await lastModelTexts(history, record),
  }
}

/** Whether the tree renames a folder that live has renamed or moved as well. */
export const hasRenamedTwice = ({ tree }: TargetTree, { facts, moved }: LiveContent): boolean =>
  tree.content.folders.some(({ path, was }) => {
    const name = facts.get(folderKey(path))?.name
    return was !== undefined && ((name !== undefined && name !== path.at(-1)) || moved.has(folderKey(path)))
  })

/** Objects that differ and that no ledger lists: they were never applied, or a save in the UI dropped their ledger. */
function withoutRecord<K extends Kind>(kind: K, repo: KnownContent, live: LiveContent): Key[] {
  const listed = [live.known, live.owners, live.newer, live.copies]
  const { keyOf } = OBJECTS[kind]
  const isListed = (key: Key): boolean => listed.some((each) => each.has(key))
  if (objectsIn(repo, kind).every((object) => isListed(keyOf(object)))) return []
  const theirs = digestsIn(kind, live.content)
  return [...digestsIn(kind, repo)].flatMap(([key, units]) => {
    const other = theirs.get(key)
    return isListed(key) || other === undefined || haveSameDigests(kind, units, other) ? [] : [key]
  })
}

function isSame<K extends Kind>(kind: K, repo: KnownContent, live: KnownContent): boolean {
  const [ours, theirs] = [digestsIn(kind, repo), digestsIn(kind, live)]
  const isAsLive = ([key, units]: [Key, UnitDigests]): boolean => {
    const other = theirs.get(key)
    return other !== undefined && haveSameDigests(kind, units, other)
  }
  return ours.size === theirs.size && [...ours].every(isAsLive)
}

function haveSameDigests(kind: Kind, ours: UnitDigests, theirs: UnitDigests): boolean {
  const counted = unitsThatCount(kind, theirs, (unit) => ours.has(unit))
  return counted.size === ours.size && [...ours].every(([unit, digest]) => counted.get(unit) === digest)
}
