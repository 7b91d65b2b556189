import type { Target } from '../../config/model.ts'
import { isKind } from '../../content/kinds.ts'
import { takeLive } from '../../content/merge-live.ts'
import { type Content, idIn, type Key } from '../../content/model.ts'
import { wholeContent } from '../../content/readable.ts'
import type { Place } from '../../errors.ts'
import type { LiveContent } from '../../live/index.ts'
import { selectorOf } from '../../plan/render/commands.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/target-tree.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { placeOfUnit } from '../../serialize/unit-place.ts'
import { type MergedModel, type ModelOutcome, mergeModelFiles } from './model.ts'
import { NOTHING_UNRECORDED, readUnrecorded } from './unrecorded.ts'

export interface TakeOptions {
  readonly mirror: boolean
  /** Also take objects without a file. */
  readonly takeNew: boolean
  readonly selected: (key: Key) => boolean
}

export interface TakenFromLive extends MergedModel {
  /** The resulting tree. */
  readonly content: Content
}

/** The tree after taking live into it, and what stays as in the repo. */
export async function takeFromLive(
  project: SoundProject,
  target: Target,
  local: TargetTree,
  live: LiveContent,
  options: TakeOptions,
): Promise<TakenFromLive> {
  // A mirror does not depend on what was applied.
  const unrecorded = options.mirror ? NOTHING_UNRECORDED : await readUnrecorded(project, target, local, live)
  const { content, outcomes } = takeLive({
    repo: wholeContent(local.tree),
    live: wholeContent(live),
    known: new Map([...live.known, ...unrecorded.known]),
    gone: new Set([...live.gone, ...unrecorded.gone]),
    complete: live.caller.isAdmin,
    renamed: live.renamed,
    moved: live.moved,
    publicIds: live.publicIds,
    ...options,
  })
  return { content, ...mergeModelFiles(local, live.modelBytes, unrecorded.modelText, outcomes) }
}

/** What became of an object, and its place in the tree. */
export type PlacedOutcome = ModelOutcome & {
  readonly at?: Place | undefined
  /** What `--select` takes for it. */
  readonly select: string
}

export function placeOutcomes(
  { outcomes, clashes }: Pick<TakenFromLive, 'outcomes' | 'clashes'>,
  tree: ParsedTree,
  places: ReadonlyMap<Key, string>,
): readonly PlacedOutcome[] {
  const placeOf = ({ key, ...outcome }: ModelOutcome): Place | undefined => {
    if (!isKind(key, 'model')) return placeOfUnit(tree, key, 'unit' in outcome ? outcome.unit : undefined)
    const line = clashes.get(key)
    return { file: `${MODEL}/${idIn(key)}`, ...(line === undefined ? {} : { line }) }
  }
  return outcomes.map((outcome) => ({
    ...outcome,
    at: placeOf(outcome),
    select: selectorOf({ key: outcome.key, file: places.get(outcome.key) }),
  }))
}
