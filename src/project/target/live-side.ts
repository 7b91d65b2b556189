import type { Client } from '@boardwright/platform'
import type { Target } from '../../config/model.ts'
import { dependsOnPaths } from '../../config/scope.ts'
import { plural } from '../../content/counted.ts'
import { type Content, contentOf, modelFilesIn, ofKind } from '../../content/entity.ts'
import { idIn, isKind, type Key, KINDS } from '../../content/kinds.ts'
import {
  type FirstAnswers,
  type LiveContent,
  type ModelRead,
  namingDeployments,
  type OnProgress,
  readLive,
  type Scope,
  type Started,
  type StartOptions,
  startModel,
  startReading,
} from '../../live/index.ts'
import { placeObjects } from '../../serialize/paths.ts'
import { currentPlaces } from '../../serialize/update.ts'
import type { TargetTree } from '../local/render.ts'
import { inModelScope, scopeOf } from '../local/scope.ts'

export interface LiveSideOptions {
  readonly drafts?: boolean | undefined
  /** Commits that the data model's ledger may name. */
  readonly commits?: readonly string[] | undefined
  /** Workbooks that have another slug in the tree: live slug -> slug in the tree. */
  readonly slugs?: ReadonlyMap<string, string> | undefined
  readonly say?: ((text: string) => void) | undefined
  /** From `startLiveSide`. */
  readonly answers?: Promise<FirstAnswers> | undefined
  /** From `startModelSide`. */
  readonly model?: Promise<ModelRead> | undefined
}

export interface LiveRead {
  readonly live: LiveContent
  /** The objects of both sides. */
  readonly all: Content
  /** The path of each object in the tree, or the path it would get. */
  readonly places: ReadonlyMap<Key, string>
  /** Whether an object is in the target's scope. */
  readonly inScope: (key: Key) => boolean
}

interface Starting {
  readonly say?: LiveSideOptions['say']
  readonly memory?: StartOptions['memory']
  readonly caller?: StartOptions['caller']
}

/** Starts reading a target, before the tree is read. */
export const startLiveSide = (client: Client, target: Target, { say, memory, caller }: Starting): Started =>
  startReading(client, {
    deployment: target.deployment,
    branch: target.dataModel?.branch,
    onProgress: sayProgress(target, say),
    isCompared: true,
    manages: target.scope.manage,
    ...{ memory, caller },
  })

const sayProgress =
  ({ name }: Target, say: LiveSideOptions['say']): OnProgress =>
  ({ folders, workbooks, reports }) =>
    say?.(
      `Reading ${name}: ${plural(folders, 'folder')}, ${plural(workbooks, 'workbook')}, ${plural(reports, 'report')}`,
    )

/** Starts reading a target's data model, once the tree says which files are already known. */
export const startModelSide = (
  client: Client,
  target: Target,
  { tree }: Pick<TargetTree, 'tree'>,
  commits: readonly string[] = [],
  hashes?: Started['hashes'],
): Promise<ModelRead> =>
  startModel(client, target.deployment, target.dataModel?.branch, {
    projectId: target.projectId,
    hashes,
    declared: modelFilesIn(tree.content),
    isInScope: (path) => inModelScope(target, path),
    commits,
  })

/** Reads the part of a target that a tree may declare. */
export async function readLiveSide(
  client: Client,
  target: Target,
  local: Pick<TargetTree, 'tree'>,
  { drafts, commits, slugs, say, answers, model }: LiveSideOptions,
): Promise<LiveRead> {
  const { tree } = local
  const current = currentPlaces(tree)
  const scope: Scope = (everything) => {
    const places = dependsOnPaths(target.scope) ? placeObjects(union(tree.content, everything), current) : current
    const inScope = scopeOf(target, places, everything)
    return (key) => target.content && inScope(key)
  }
  const asked = {
    deployment: target.deployment,
    projectId: target.projectId,
    target: target.name,
    home: target.home,
    declared: tree.content,
    drafts,
    scope,
    slugs,
    answers,
    onProgress: sayProgress(target, say),
    manages: target.scope.manage,
    model: model ?? startModelSide(client, target, local, commits),
  }
  const read = await namingDeployments(client, target, () => readLive(client, asked))
  // Without content, these name commits that another target of this deployment applied.
  const live = target.content ? read : { ...read, commits: [], applied: [] }
  const all = union(tree.content, live.content)
  const places = placeObjects(all, current)
  const ours = scopeOf(target, places, all)
  const isSeen = (key: Key): boolean => !isKind(key, ...live.unread)
  const inScope = (key: Key): boolean =>
    isKind(key, 'model') ? inModelScope(target, idIn(key)) : target.content && ours(key) && isSeen(key)
  return { live, all, places, inScope }
}

/** The objects of both sides together, so that paths do not clash. */
const union = (a: Content, b: Content): Content =>
  contentOf(KINDS.flatMap((kind) => [...ofKind(b, kind).toReversed(), ...ofKind(a, kind).toReversed()]))
