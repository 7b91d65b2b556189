import type { Place } from '@boardwright/common'
import type { Target } from '../../config/model.ts'
import { isKind, KINDS, type Kind } from '../../content/kinds.ts'
import { mergeLines } from '../../content/merge-lines.ts'
import { type MergeOutcome, takeLive } from '../../content/merge-live.ts'
import { type Content, idIn, type Key } from '../../content/model.ts'
import { OBJECTS, objectsIn } from '../../content/objects.ts'
import { wholeContent } from '../../content/readable.ts'
import { readDigests } from '../../content/summary.ts'
import { type Applied, isAsApplied } from '../../content/threeway.ts'
import { type LiveContent, publicIdsOf } from '../../live/index.ts'
import { selectorOf } from '../../plan/render/commands.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/render.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { textIn } from '../../serialize/text.ts'
import { placeOfUnit } from '../../serialize/unit-place.ts'
import { type CommitGone, commitsGone } from './commit-gone.ts'
import { hasRenamedTwice, NOTHING_UNRECORDED, readUnrecorded } from './unrecorded.ts'

export interface TakeOptions {
  readonly mirror: boolean
  /** Whether to take objects that have no file yet. */
  readonly takeNew: boolean
  readonly selected: (key: Key) => boolean
  /** Whether to take edits that people have not published yet. A mirror does. */
  readonly drafts?: boolean
}

export interface TakenFromLive extends MergedModel {
  /** The resulting tree. */
  readonly content: Content
}

/** Merges live into the tree, and reports what stays as the repo has it. */
export async function takeFromLive(
  project: SoundProject,
  target: Target,
  local: TargetTree,
  live: LiveContent,
  options: TakeOptions,
): Promise<TakenFromLive> {
  // A mirror ignores what was last applied, except to match folders that both sides renamed.
  const isAsked = !options.mirror || hasRenamedTwice(local, live)
  const applied = isAsked ? await readUnrecorded(project, target, local, live) : NOTHING_UNRECORDED
  const unrecorded = options.mirror ? NOTHING_UNRECORDED : applied
  const named = new Map([...live.known, ...applied.known])
  const inProgress = options.mirror || options.drafts ? undefined : editedSincePublish(live)
  const { content, outcomes } = takeLive({
    repo: wholeContent(local.tree),
    live: wholeContent(live),
    known: new Map([...live.known, ...unrecorded.known]),
    named,
    gone: new Set([...live.gone, ...unrecorded.gone]),
    complete: live.caller.isAdmin,
    renamed: new Map([...live.renamed, ...renamedBack(local, live, named)]),
    moved: live.moved,
    publicIds: publicIdsOf(live),
    isShared: (key) => !target.home && !isKind(key, 'model'),
    isInProgress: (key) => inProgress?.has(key) === true,
    ...options,
  })
  const model = mergeModelFiles(local, live.modelBytes, unrecorded.modelText, outcomes)
  const gone = options.mirror ? [] : await commitsGone(project, local, live, options.selected)
  return { content, ...model, outcomes: [...model.outcomes, ...gone] }
}

/** Reports that people edited but have not published. Their content is left alone until viewers see the edit. */
export const editedSincePublish = ({ notes }: Pick<LiveContent, 'notes'>): ReadonlySet<Key> =>
  new Set(notes.flatMap(({ kind, report }) => (kind === 'edited-since-publish' && report ? [report] : [])))

/** Objects that an apply renamed, and that were then renamed back in the UI. */
function renamedBack({ tree }: TargetTree, { facts }: LiveContent, named: ReadonlyMap<Key, Applied>): [Key, string][] {
  return KINDS.flatMap(<K extends Kind>(kind: K) => {
    const { keyOf, renaming, summaryOf, digestsOf } = OBJECTS[kind]
    if (!renaming) return []
    return objectsIn(tree.content, kind).flatMap((object): [Key, string][] => {
      const was = renaming.was(object)
      const entry = named.get(keyOf(object))
      if (was === undefined || entry === undefined || facts.get(keyOf(object))?.name?.trim() !== was) return []
      const units = readDigests(digestsOf(summaryOf(object)))
      return isAsApplied(entry, units, renaming.unit) ? [[keyOf(object), was]] : []
    })
  })
}

/** The outcome for an object, and its place in the tree. */
export type PlacedOutcome = ModelOutcome & {
  readonly at?: Place | undefined
  /** The value that selects it with `--select`. */
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

type ModelOutcome = MergeOutcome | CommitGone | { readonly kind: 'merged'; readonly key: Key }

/** Files that both sides changed, merged line by line. */
interface MergedModel {
  readonly merged: ReadonlyMap<string, Uint8Array>
  /** The first conflicting line in the repo's file. */
  readonly clashes: ReadonlyMap<Key, number>
  /** What is left to report. Files that already contain the edit are not listed. */
  readonly outcomes: readonly ModelOutcome[]
}

/** Only text files with a known last applied version can be merged by line. */
export function mergeModelFiles(
  { files }: Pick<TargetTree, 'files'>,
  live: ReadonlyMap<string, Uint8Array>,
  lastApplied: (path: string) => string | undefined,
  outcomes: readonly MergeOutcome[],
): MergedModel {
  const merged = new Map<string, Uint8Array>()
  const clashes = new Map<Key, number>()
  const mergeOne = (outcome: MergeOutcome): readonly ModelOutcome[] => {
    const { kind, key } = outcome
    if (kind !== 'conflict' || !isKind(key, 'model')) return [outcome]
    const path = idIn(key)
    const [base, repo, theirs] = [lastApplied(path), textIn(files, `${MODEL}/${path}`), textIn(live, path)]
    if (base === undefined || repo === undefined || theirs === undefined) return [outcome]
    const lines = mergeLines(base, repo, theirs)
    if ('conflictAt' in lines) {
      clashes.set(key, lines.conflictAt)
      return [outcome]
    }
    if (lines.text === repo) return []
    merged.set(path, new TextEncoder().encode(lines.text))
    return [{ kind: 'merged', key }]
  }
  return { outcomes: outcomes.flatMap(mergeOne), merged, clashes }
}
