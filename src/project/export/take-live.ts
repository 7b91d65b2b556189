import type { Place } from '@boardwright/common'
import { type Compared, unitsWith } from '../../compare/comparison.ts'
import { byName, byNumber, unitByName } from '../../content/deployments.ts'
import type { Content } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import { mergeLines } from '../../content/merge-lines.ts'
import { idIn, type Key } from '../../content/model.ts'
import { type LiveContent, publicIdsOf } from '../../live/index.ts'
import type { ModelSides, PlanInputs } from '../../plan/inputs.ts'
import { selectorOf } from '../../plan/naming.ts'
import { titleOf } from '../../plan/titles.ts'
import { MODEL } from '../../serialize/layout.ts'
import type { ParsedTree } from '../../serialize/parse.ts'
import { textIn } from '../../serialize/text.ts'
import { placeOfUnit } from '../../serialize/unit-place.ts'
import { takeLive } from '../../take/take.ts'
import type { MergeOutcome } from '../../take/taking.ts'
import type { TargetTree } from '../local/render.ts'
import type { ComparedSides } from '../past.ts'

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
export function takeFromLive(
  { inputs, compared, target, local, live }: ComparedSides,
  options: TakeOptions,
): TakenFromLive {
  const inProgress = options.mirror || options.drafts ? undefined : editedSincePublish(live)
  const { content, outcomes } = takeLive({
    ...{ compared, inputs },
    repo: byNumber(local.tree.content, live.deployments),
    live: live.content,
    complete: live.caller.isAdmin,
    publicIds: publicIdsOf(live),
    isShared: (key) => !target.home && !isKind(key, 'model'),
    isInProgress: (key) => inProgress?.has(key) === true,
    ...options,
  })
  const model = mergeModelFiles(local, live.modelBytes, inputs.modelSides.applied, outcomes)
  const gone = options.mirror ? [] : commitsGone(compared, inputs).filter(({ key }) => options.selected(key))
  return {
    ...model,
    content: byName(content, live.deployments, local.tree.content),
    outcomes: [...model.outcomes, ...gone].map((each) =>
      'unit' in each ? { ...each, unit: unitByName(each.unit, live.deployments) } : each,
    ),
  }
}

interface CommitGone {
  readonly kind: 'commit-gone'
  readonly key: Key
  readonly commit: string
}

/**
 * Objects in which only the repo differs from what was last applied, by a commit that is not in this clone. The repo may
 * be older than that commit, not newer.
 */
const commitsGone = ({ comparisons }: Compared, { history }: PlanInputs): CommitGone[] =>
  [...comparisons.values()].flatMap((each): CommitGone[] => {
    const commit = each.ownership.state === 'ours' ? each.ownership.entry.commit : undefined
    if (commit === undefined || history.relations.get(commit) !== 'missing') return []
    return unitsWith(each, 'repo').length > 0 ? [{ kind: 'commit-gone', key: each.key, commit }] : []
  })

/** Reports that people edited but have not published. Their content is left alone until viewers see the edit. */
export const editedSincePublish = ({ notes }: LiveContent): ReadonlySet<Key> =>
  new Set(notes.flatMap(({ kind, report }) => (kind === 'edited-since-publish' && report ? [report] : [])))

/** The outcome for an object, and its place in the tree. */
export type PlacedOutcome = ModelOutcome & {
  readonly at?: Place | undefined
  /** Its names, from the root down. */
  readonly title: readonly string[]
  /** The value that selects it with `--select`. */
  readonly select: string
}

export function placeOutcomes(
  { outcomes, clashes, content }: Pick<TakenFromLive, 'outcomes' | 'clashes' | 'content'>,
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
    title: titleOf({ desired: content, live: content }, outcome.key),
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
  lastApplied: ModelSides,
  outcomes: readonly MergeOutcome[],
): MergedModel {
  const merged = new Map<string, Uint8Array>()
  const clashes = new Map<Key, number>()
  const mergeOne = (outcome: MergeOutcome): readonly ModelOutcome[] => {
    const { kind, key } = outcome
    if (kind !== 'conflict' || !isKind(key, 'model')) return [outcome]
    const path = idIn(key)
    const [base, repo, theirs] = [lastApplied.get(path), textIn(files, `${MODEL}/${path}`), textIn(live, path)]
    if (typeof base !== 'string' || repo === undefined || theirs === undefined) return [outcome]
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
